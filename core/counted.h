/* counted.h -- tables that stand in a file, and how long they are. */
#pragma once

#define ASSAY_COUNT(table) (sizeof(table) / sizeof *(table))

/* In a descriptor, a table and its length: COUNTED(options) is .options = options and .n_options. */
#define COUNTED(table) .table = (table), .n_##table = ASSAY_COUNT(table)

/* What a metric's own file has: its tables, and `score`. */
#define METRIC_PARTS .abi = ASSAY_ABI, COUNTED(outputs), COUNTED(options), COUNTED(presets), .score = score
#define METRIC_PARTS_AND_COST METRIC_PARTS, .cost = cost
