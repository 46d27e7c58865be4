/* cores.h -- how many threads to use. */
#ifndef ASSAY_CORES_H
#define ASSAY_CORES_H

/* The cores this process may run on: its affinity mask, and no more than SLURM_CPUS_PER_TASK where that is set. At
 * least 1. */
unsigned cores_available(void);

#endif
