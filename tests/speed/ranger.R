# Forests by ranger, for reference.py: reads the name of a work, answers with the seconds of CPU that it took.
# Arguments: N, M, and a file of doubles: factors, codes, labels, each N x M by columns.
suppressWarnings(suppressMessages(library(ranger)))
arguments <- commandArgs(TRUE)
n <- as.integer(arguments[1])
m <- as.integer(arguments[2])
block <- function(file) matrix(readBin(file, "double", n * m), n, m)
file <- file(arguments[3], "rb")
v <- block(file)
z <- block(file)
labels <- block(file)
close(file)

forest <- function(rows, test, y, columns = seq_len(m), ...) {
  x <- z[, columns, drop = FALSE]
  colnames(x) <- paste0("z", columns)
  model <- ranger(x = x[rows, , drop = FALSE], y = y[rows], min.node.size = 1, importance = "impurity",
                  oob.error = FALSE, num.threads = 1, seed = 1, ...)
  predict(model, data = as.data.frame(x[test, , drop = FALSE]), num.threads = 1)
}

works <- list(
  regression = function() {  # as forest_part of reference.py
    held <- seq_len(n / 10)
    rest <- seq(n / 10 + 1, n)
    for (how in list(c(8, 1), c(16, 6), c(64, 3), c(128, 8)))
      forest(rest, held, v[, 1], num.trees = 10, max.depth = how[1], mtry = how[2])
  },
  classes = function() forest(1:8000, 8001:10000, factor(labels[, 1]), num.trees = 10, mtry = floor(sqrt(m))),
  shallow = function()
    forest(1:1600, 1601:2000, factor(labels[, 1]), num.trees = 100, max.depth = 5, mtry = floor(sqrt(m)))
)

input <- file("stdin")
open(input)
cat("ready\n")
flush(stdout())
while (length(name <- readLines(input, 1)) > 0) {
  start <- proc.time()
  times <- 0
  repeat {
    works[[name]]()
    times <- times + 1
    took <- sum((proc.time() - start)[1:2])
    if (took > 0.2) break
  }
  cat(sprintf("%.9f\n", took / times))
  flush(stdout())
}
