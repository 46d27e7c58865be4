/* counted.h -- tables that stand in a file, and how long they are. */
#pragma once

#define ASSAY_COUNT(table) (sizeof(table) / sizeof *(table))

/* In a descriptor, a table and its length: COUNTED(options) is .options = options and .n_options. */
#define COUNTED(table) .table = (table), .n_##table = ASSAY_COUNT(table)

/* All that a metric of its own outputs, options and presets has of these. */
#define METRIC_TABLES COUNTED(outputs), COUNTED(options), COUNTED(presets)
