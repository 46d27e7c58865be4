/* Every scenario, one line each, as in assay_scenario_<name>. The order here is that of every table and figure. */
SCENARIO(noise)
SCENARIO(mixing)
SCENARIO(nonlinear)
SCENARIO(trig)
SCENARIO(duplicate)
SCENARIO(partial)
SCENARIO(dependent)
SCENARIO(nuisance)
