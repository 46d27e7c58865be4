/* How far the best code is from the second best, by squared correlations: a metric that answers JSON Lines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double *columns(const char *line, const char *key, size_t *n, size_t *k)
{
    char head[128] = "", path[512] = "";
    sscanf(strstr(line, key) + strlen(key), "\": \"%511[^\"]", path);
    FILE *in = fopen(path, "rb");
    if (!in || fread(head, 1, 127, in) != 127 || fgetc(in) == EOF) exit(1);
    char *shape = strstr(head + 10, "'shape': ("); /* "(rows, columns)" */
    if (!shape) exit(1);
    *n = strtoul(shape + 10, &shape, 10), *k = strtoul(shape + 1, NULL, 10);
    double *x = malloc(*n * *k * sizeof *x);
    if (!x || fread(x, sizeof *x, *n * *k, in) != *n * *k) exit(1);
    fclose(in);
    return x;
}
static double r2(const double *x, const double *y, size_t n)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (size_t s = 0; s < n; s++) mx += x[s] / (double)n, my += y[s] / (double)n;
    for (size_t s = 0; s < n; s++) xx += pow(x[s] - mx, 2), yy += pow(y[s] - my, 2), xy += (x[s] - mx) * (y[s] - my);
    return xx > 0 && yy > 0 ? xy * xy / xx / yy : 0;
}
int main(void)
{
    static char line[65536];
    size_t n, m, d;
    for (; fgets(line, sizeof line, stdin) && !strstr(line, "\"bye\""); fflush(stdout)) {
        if (strstr(line, "\"describe\"")) {
            puts("{\"name\": \"gap\", \"outputs\": [{\"name\": \"gap\", \"axis\": \"factor\"}], \"deterministic\": "
                 "true}");
            continue;
        }
        double *v = columns(line, "factors", &n, &m), *z = columns(line, "codes", &n, &d);
        for (size_t i = 0; i < m; i++) {
            double most = 0, second = 0;
            for (size_t j = 0; j < d; j++) {
                double r = r2(v + i * n, z + j * n, n);
                second = fmax(second, fmin(most, r));
                most = fmax(most, r);
            }
            printf("%s%.17g", i ? ", " : "{\"scores\": [{\"output\": \"gap\", \"items\": [", most - second);
        }
        puts("]}]}");
        free(v);
        free(z);
    }
}
