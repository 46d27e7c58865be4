/* relations_list.h -- every relation between factors and codes that metrics share. */
RELATION(mi)
RELATION(r2)
RELATION(lasso_weights)
RELATION(forest_importance)
RELATION(forest_classes)
RELATION(boost_importance)
RELATION(forest_accuracy)
