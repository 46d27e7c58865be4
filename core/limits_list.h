/*
 * limits_list.h -- how much assay takes from a file, a plan or a candidate, each limit on one line; `assay list limits`
 * prints it. What is larger is refused before memory is taken for it.
 *
 *     LIMIT(NAME, "id", value, "unit", "what it bounds", "the remedy")
 */
LIMIT(FILE_BYTES, "file-bytes", 8589934592, "bytes", "a file of one array or one representation",
      "split its rows or its columns over several files")
LIMIT(STREAM_BYTES, "stream-bytes", 1073741824, "bytes", "what is read from a pipe, a device or standard input",
      "write it to a file first")
LIMIT(MEMBER_BYTES, "member-bytes", 1073741824, "bytes", "a compressed member of an .npz as float64 in memory",
      "save it uncompressed, with np.savez")
LIMIT(ARRAY_NUMBERS, "array-numbers", 536870912, "numbers", "rows x columns of one array",
      "keep fewer samples, or score groups of columns on their own")
LIMIT(ARRAY_ROWS, "array-rows", 100000000, "rows", "one array", "keep fewer samples, drawn at random")
LIMIT(ARRAY_COLUMNS, "array-columns", 1000000, "columns", "one array",
      "drop columns that are constant, or save the transpose if these are samples")
LIMIT(NAME_BYTES, "name-bytes", 1000, "bytes", "the name of a column or of a candidate's output", "shorten it")
LIMIT(MAGNITUDE, "magnitude", 1e150, "", "a factor or code, whose square must stay finite",
      "multiply the column by a small power of two")
LIMIT(WHOLE_TABLES, "whole-tables", 2147483648, "bytes", "tables made of sparse columns for metrics that need them",
      "keep fewer rows or columns, or score metrics that take sparse columns")
LIMIT(READER_MEMORY, "reader-memory", 34359738368, "bytes", "what reading one file may take in memory",
      "split its rows or its columns over several files")
LIMIT(READER_SECONDS, "reader-seconds", 600, "seconds", "what reading one file may take of a processor",
      "split its rows over several files")
LIMIT(PLAN_BYTES, "plan-bytes", 1048576, "bytes", "a plan", "split it into several plans")
LIMIT(PLAN_NODES, "plan-nodes", 100000, "values", "a plan: texts, lists and mappings", "split it into several plans")
LIMIT(PLAN_DEPTH, "plan-depth", 16, "levels", "lists and mappings of a plan within each other",
      "a plan needs five: parts, scenarios, one of them, its parameter, the values")
LIMIT(PLAN_KEYS, "plan-keys", 100, "keys", "one mapping of a plan",
      "a plan has seven keys, a scenario a few parameters")
LIMIT(PLAN_TEXT, "plan-text", 10000, "bytes", "one text in a plan", "write a list of several texts")
LIMIT(CANDIDATE_OUTPUTS, "candidate-outputs", 1000, "outputs", "one candidate",
      "return the values as items of an output")
LIMIT(CANDIDATE_FILES, "candidate-files", 1000, "files", "what a candidate says it consists of",
      "name the few files that change its values")
LIMIT(CANDIDATE_CONTENT, "candidate-content", 268435456, "bytes", "the files a candidate consists of, together",
      "leave data out of the files it names")
LIMIT(CANDIDATE_PROCESSES, "candidate-processes", 512, "processes and threads",
      "a candidate's process and what it starts", "start fewer at a time")
LIMIT(PLAN_PARTS, "plan-parts", 1000, "parts", "one plan", "split it into several plans")
LIMIT(PLAN_POINTS, "plan-points", 10000, "points", "one plan, all its parts together", "split it into several plans")
