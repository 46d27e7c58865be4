/* Containment as this machine permits it: in a PID namespace, if it can be had. */
#include "containment_cases.h"

int main(void) { return containment_tests(); }
