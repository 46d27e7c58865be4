/* relations_list.h -- every relation between factors and codes that metrics share. */
RELATION(mi)
RELATION(r2)
RELATION(lasso_weights)
