-- Every statement of a store, called by name. What is the same for every table stands here once, with lists of its
-- columns; rules of rows and digests are put together in schema.c and store_seal.c.

-- ---- Pieces of statements: {name} stands for the text of the section. In what is said of any table of schema.c
-- {table} is its name, {LIST:BETWEEN:EACH} are its columns that a list has (is_listed), each as EACH, where @ is its name and $
-- the table that it refers to; {rules} what holds of a row t.

-- name: filter
-- Parameters 1 to 3 are the filter's: lists of scenarios and of metrics, a number of samples.
WHERE (?1 IS NULL OR instr(',' || ?1 || ',', ',' || {called} || ',') > 0)
AND (?2 IS NULL OR instr(',' || ?2 || ',', ',' || metric.name || ',') > 0
    OR instr(',' || ?2 || ',', ',' || metric.name || '@' || variant.name || ',') > 0)
AND (?3 = 0 OR cell.samples = ?3)

-- name: called
-- A group as whoever named it did: one called like a scenario has " models" behind (store_study.c).
substr(scenario.name, 1, length(scenario.name) - 7 * (scenario.title LIKE '%, called like a scenario'))

-- name: of_cell
JOIN point ON point.id = cell.point JOIN scenario ON scenario.id = point.scenario
JOIN variant ON variant.id = cell.variant JOIN metric ON metric.id = variant.metric

-- name: cell_of
(SELECT id FROM cell WHERE point = ?1 AND samples = ?2 AND seed = ?3 AND variant = ?4)

-- name: output_of
(SELECT output.id FROM output JOIN variant USING(metric) WHERE variant.id = ?4 AND output.name = ?5)

-- name: is_gone
problem LIKE 'the file is gone%'

-- name: gone
SELECT point FROM representation WHERE {is_gone}

-- name: gone_cells
SELECT id FROM cell WHERE point IN ({gone})

-- ---- Writing (store_write.c).

-- name: plan.put
INSERT INTO plan(name, text) VALUES(?1, ?2) ON CONFLICT(name) DO UPDATE SET text = ?2

-- name: look
INSERT OR IGNORE INTO look(plan, seeds) SELECT id, ?2 FROM plan WHERE name = ?1

-- name: put_parameter
INSERT OR IGNORE INTO point_parameter(point, place, name, number, word, swept) VALUES(?1, ?2, ?3, ?4, ?5, ?6)

-- name: put_option
INSERT OR IGNORE INTO variant_option(variant, place, name, number, word) VALUES(?1, ?2, ?3, ?4, ?5)

-- name: put_scenario
INSERT INTO scenario(name, place, title, symbol) VALUES(?1, ?2, ?3, ?4)
ON CONFLICT(name) DO UPDATE SET place = ?2, title = ?3, symbol = ?4 RETURNING id

-- name: point
INSERT INTO point(scenario, name, place, x, modularity_kind, modularity, compactness_kind, compactness,
explicitness_kind, explicitness) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
ON CONFLICT(scenario, name) DO UPDATE SET place = ?3, x = ?4, modularity_kind = ?5, modularity = ?6,
compactness_kind = ?7, compactness = ?8, explicitness_kind = ?9, explicitness = ?10 RETURNING id

-- name: put_outputs
INSERT INTO output(metric, name, place, axis, measures, low, high)
VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(metric, name) DO UPDATE SET place = ?3,
axis = ?4, measures = ?5, low = ?6, high = ?7

-- name: put_metric
INSERT INTO metric(name, place, title, family, flags) VALUES(?1, ?2, ?3, ?4, ?5)
ON CONFLICT(name) DO UPDATE SET place = ?2, title = ?3, family = ?4, flags = ?5
RETURNING id

-- name: variant
INSERT INTO variant(metric, preset, name, place) VALUES(?1, ?2, ?3, ?4)
ON CONFLICT(metric, name) DO UPDATE SET place = ?4 RETURNING id

-- name: want.plan
SELECT id FROM plan WHERE name = ?1

-- name: want.put
-- From the first to the last seed of those that touch these, which then are within it.
INSERT OR IGNORE INTO want(plan, point, samples, seed_first, seed_end, variant)
SELECT ?1, ?2, ?3, coalesce(min(?4, min(seed_first)), ?4), coalesce(max(?5, max(seed_end)), ?5), ?6
FROM want WHERE {touching}

-- name: want.join
DELETE FROM want WHERE {touching} AND EXISTS(SELECT 1 FROM want AS whole WHERE whole.plan = ?1 AND whole.point = ?2
AND whole.samples = ?3 AND whole.variant = ?6 AND whole.seed_first <= want.seed_first
AND whole.seed_end >= want.seed_end AND (whole.seed_first, whole.seed_end) <> (want.seed_first, want.seed_end))

-- name: touching
plan = ?1 AND point = ?2 AND samples = ?3 AND variant = ?6 AND seed_first <= ?5 AND seed_end >= ?4

-- name: done
SELECT 1 FROM cell WHERE point = ?1 AND samples = ?2 AND seed = ?3 AND variant = ?4

-- name: value
SELECT cell.status, score.value, reason.text FROM cell LEFT JOIN score ON score.cell = cell.id AND score.item = -1
AND score.output = {output_of} LEFT JOIN reason ON reason.id = score.reason
WHERE point = ?1 AND samples = ?2 AND seed = ?3 AND cell.variant = ?4

-- name: values
-- Of a cell that went well, output by output; ?5 <> 0: overall values alone.
SELECT score.value FROM score JOIN cell ON cell.id = score.cell JOIN output ON output.id = score.output
WHERE cell.id = {cell_of} AND cell.status = 0 AND (?5 = 0 OR item = -1) ORDER BY output.place, item

-- name: remark
-- One of a variant is enough.
INSERT INTO remark(variant, text) SELECT ?1, ?2 WHERE NOT EXISTS(SELECT 1 FROM remark WHERE variant = ?1)

-- name: put_reason
INSERT OR IGNORE INTO reason(word, axis, number, text) VALUES(?1, ?2, ?3, ?4)

-- name: put_value
INSERT INTO score(cell, output, item, value, reason) VALUES(?1, (SELECT output.id FROM output
JOIN variant USING(metric) WHERE variant.id = ?2 AND output.name = ?3), ?4, ?5,
(SELECT id FROM reason WHERE text = ?6 AND axis = ?7 AND number = ?8))

-- name: put_day
INSERT OR IGNORE INTO day(day) VALUES(?1)

-- name: cell
INSERT OR IGNORE INTO cell(point, samples, seed, variant, status, seconds, version, digest)
VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, x'')

-- ---- Studies (store_study.c).

-- name: study
INSERT OR IGNORE INTO plan(name, text) VALUES(?1, '')

-- name: put_group.put
INSERT INTO scenario(name, place, title, symbol)
VALUES(?1, 1000000, 'representations of a study' || iif(?2, ', called like a scenario', ''), '')
ON CONFLICT(name) DO UPDATE SET title = excluded.title WHERE title <> excluded.title AND ?2

-- name: put_group.find
SELECT id FROM scenario WHERE name = ?1

-- name: put_point.make
INSERT INTO point(scenario, name, place, modularity_kind, compactness_kind, explicitness_kind)
VALUES(?1, ?2, 0, 0, 0, 0)

-- name: put_point.move
UPDATE point SET scenario = ?1, name = ?2 WHERE id = ?3

-- name: put_point.forget
DELETE FROM point_parameter WHERE point = ?1

-- name: put_point.sweep
DELETE FROM scenario WHERE id NOT IN (SELECT scenario FROM point)

-- name: file_is_gone
SELECT path FROM representation WHERE point = ?1

-- name: take_over
UPDATE representation SET path = ?2 WHERE point = ?1

-- name: representation.find
SELECT point FROM representation WHERE path = ?1

-- name: representation.same
SELECT point.id FROM point JOIN scenario ON scenario.id = point.scenario
WHERE scenario.name = ?1 AND point.name = ?2

-- name: representation.put
INSERT OR IGNORE INTO representation(point, path, hash, rows, factors, codes, data, clusters)
VALUES(?1, ?2, '', 0, 0, 0, '', 0)

-- name: representation_columns.forget
DELETE FROM representation_column WHERE point = ?1 AND (?2 OR name IN ('shuffle', 'split'))

-- name: representation_columns.put
INSERT OR IGNORE INTO representation_column(point, place, name, text) VALUES(?1, ?2, ?3, ?4)

-- name: forget_scores
DELETE FROM uncertainty WHERE cell IN (SELECT id FROM cell WHERE point = ?1);
DELETE FROM score WHERE cell IN (SELECT id FROM cell WHERE point = ?1);
DELETE FROM cell WHERE point = ?1;
DELETE FROM want WHERE point = ?1;

-- name: representation_content.find
SELECT hash, data FROM representation WHERE point = ?1

-- name: representation_content.put
UPDATE representation SET hash = ?2, rows = ?3, factors = ?4, codes = ?5, data = ?6,
clusters = ?7, problem = NULL WHERE point = ?1

-- name: representation_content.redraw
DELETE FROM uncertainty WHERE cell IN (SELECT id FROM cell WHERE point = ?1)

-- name: representation_problem
UPDATE representation SET problem = ?2 WHERE point = ?1

-- name: representations_gone
SELECT point, path FROM representation WHERE point > ?1 ORDER BY point LIMIT 1

-- name: count_gone
SELECT count(*) FROM representation WHERE {is_gone}

-- name: count_unread
SELECT count(*) FROM representation WHERE hash = '' AND problem IS NULL

-- name: representations_prune
DELETE FROM uncertainty WHERE cell IN ({gone_cells});
DELETE FROM score WHERE cell IN ({gone_cells});
DELETE FROM cell WHERE point IN ({gone});
DELETE FROM want WHERE point IN ({gone});
DELETE FROM representation_column WHERE point IN ({gone});
DELETE FROM point_parameter WHERE point IN ({gone});
DELETE FROM representation WHERE {is_gone};
DELETE FROM point WHERE id NOT IN (SELECT point FROM point_parameter) AND scenario IN
    (SELECT id FROM scenario WHERE title LIKE 'representations of a study%');
DELETE FROM scenario WHERE id NOT IN (SELECT scenario FROM point)

-- name: representation_renamed
SELECT old.point, old.path FROM representation AS old JOIN representation AS new
WHERE new.point = ?1 AND new.hash = '' AND old.hash = ?2 AND old.{is_gone} ORDER BY old.point LIMIT 1

-- name: take_scores
-- What belongs to the point ?2 now is the point ?1's, which has no cells yet.
DELETE FROM want WHERE point = ?1;
UPDATE want SET point = ?1 WHERE point = ?2;
UPDATE cell SET point = ?1 WHERE point = ?2;
DELETE FROM representation_column WHERE point = ?2;
DELETE FROM representation WHERE point = ?2;
DELETE FROM point_parameter WHERE point = ?2;
DELETE FROM point WHERE id = ?2;
DELETE FROM scenario WHERE id NOT IN (SELECT scenario FROM point);

-- name: uncertainty.forget
DELETE FROM uncertainty WHERE cell = {cell_of} AND output = {output_of} AND max(kind, 2) = max(?6, 2)

-- name: uncertainty.put
INSERT INTO uncertainty(cell, output, kind, level, draws, defined, mean, sd, low, high, p, score)
VALUES({cell_of}, {output_of}, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)

-- name: uncertainty_done
SELECT count(*) > 0 AND count(*) = (SELECT count(*) FROM output JOIN variant USING(metric)
WHERE variant.id = ?4) FROM uncertainty WHERE cell = {cell_of}
AND max(kind, 2) = ?5 AND (?6 = 0 OR level = ?6) AND draws >= ?7

-- name: uncertainties
SELECT cell.point, cell.variant, u.output, cell.samples, cell.seed, u.kind, u.level, u.draws, u.defined,
u.mean, u.sd, u.low, u.high, u.p, u.score FROM uncertainty AS u JOIN cell ON cell.id = u.cell
{of_cell}
{filter}
ORDER BY scenario.place, scenario.name, point.x, point.place, point.name, cell.samples

-- ---- Reading (store_read.c).

-- name: catalog.scenarios
SELECT id, name, title, symbol, {called}, EXISTS(SELECT 1 FROM representation JOIN point ON point.id = representation.point
WHERE point.scenario = scenario.id) FROM scenario ORDER BY id

-- name: catalog.points
SELECT point.id, scenario.id, modularity_kind, modularity, compactness_kind, compactness, explicitness_kind,
explicitness, row_number() OVER (ORDER BY scenario.place, scenario.name, point.x, point.place, point.name)
FROM point JOIN scenario ON scenario.id = point.scenario ORDER BY point.id

-- name: catalog.representations
SELECT point, path, hash, problem, rows, factors, codes, data, clusters FROM representation ORDER BY point

-- name: catalog.representation_columns
SELECT point, name, text FROM representation_column ORDER BY point, place

-- name: catalog.metrics
SELECT id, name, title, family, flags FROM metric ORDER BY id

-- name: catalog.variants
SELECT id, metric, preset, (SELECT min(text) FROM remark WHERE variant = variant.id) FROM variant ORDER BY id

-- name: catalog.outputs
SELECT id, metric, name, axis, measures, low, high FROM output ORDER BY id

-- name: add_point
SELECT name, number, word, swept FROM point_parameter WHERE point = ?1 ORDER BY place

-- name: add_variant
SELECT name, number, word, 0 FROM variant_option WHERE variant = ?1 ORDER BY place

-- name: row_columns
cell.point, cell.samples, cell.seed, cell.variant, score.output, score.item, score.value, reason.text, cell.seconds

-- name: items_of_row
FROM score AS i WHERE i.cell = score.cell AND i.output = score.output AND i.item >= 0

-- name: ranks
-- The order of rows in one number a point and one a variant: what is sorted is shorter.
WITH of_point(id, rank) AS MATERIALIZED (SELECT point.id,
row_number() OVER (ORDER BY scenario.place, scenario.name, point.x, point.place, point.name)
FROM point JOIN scenario ON scenario.id = point.scenario),
of_variant(id, rank) AS MATERIALIZED (SELECT variant.id,
row_number() OVER (ORDER BY metric.place, metric.name, variant.place, variant.name)
FROM variant JOIN metric ON metric.id = variant.metric)

-- name: from_rows
FROM cell {of_cell} JOIN of_point ON of_point.id = cell.point JOIN of_variant ON of_variant.id = cell.variant
JOIN score ON score.cell = cell.id JOIN output ON output.id = score.output
LEFT JOIN reason ON reason.id = score.reason
{filter}

-- name: order_rows
ORDER BY of_point.rank, cell.samples, cell.seed, of_variant.rank, output.place, score.item

-- name: rows.overall
{ranks} SELECT {row_columns}, (SELECT count(*) {items_of_row}), (SELECT count(*) {items_of_row} AND i.value IS NULL)
{from_rows} AND score.item = -1
{order_rows}

-- name: rows
{ranks} SELECT {row_columns}, 0, 0
{from_rows}
{order_rows}

-- name: looks
SELECT count(DISTINCT seeds) FROM look

-- name: status
WITH there(point, samples, variant, n, failed, least, most) AS MATERIALIZED
(SELECT point, samples, variant, count(*), sum(status <> 0), min(seed), max(seed) FROM cell
  GROUP BY point, samples, variant),
took(variant, seconds) AS MATERIALIZED (SELECT variant, avg(seconds) FROM cell GROUP BY variant)
SELECT plan.name, {called}, metric.name, variant.name, sum(want.seed_end - want.seed_first),
sum(CASE WHEN there.n IS NULL THEN 0
  WHEN there.least >= want.seed_first AND there.most < want.seed_end THEN there.n ELSE
  (SELECT count(*) FROM cell WHERE cell.point = want.point AND cell.samples = want.samples
   AND cell.variant = want.variant AND cell.seed >= want.seed_first AND cell.seed < want.seed_end) END),
sum(CASE WHEN there.n IS NULL OR there.failed = 0 THEN 0
  WHEN there.least >= want.seed_first AND there.most < want.seed_end THEN there.failed ELSE
  (SELECT count(*) FROM cell WHERE cell.point = want.point AND cell.samples = want.samples AND cell.status <> 0
   AND cell.variant = want.variant AND cell.seed >= want.seed_first AND cell.seed < want.seed_end) END),
took.seconds
FROM want JOIN plan ON plan.id = want.plan JOIN point ON point.id = want.point
JOIN scenario ON scenario.id = point.scenario JOIN variant ON variant.id = want.variant
JOIN metric ON metric.id = variant.metric LEFT JOIN there ON there.point = want.point
AND there.samples = want.samples AND there.variant = want.variant LEFT JOIN took ON took.variant = want.variant
GROUP BY plan.id, scenario.id, variant.id
ORDER BY plan.name, scenario.place, scenario.name, metric.place, variant.place, variant.name

-- ---- What is missing (store_about.c).

-- name: missing
WITH RECURSIVE asked(point, samples, variant, seed, seed_end) AS (
    SELECT point, samples, variant, seed_first, seed_end FROM want WHERE seed_first < seed_end
    UNION ALL SELECT point, samples, variant, seed + 1, seed_end FROM asked WHERE seed + 1 < seed_end
    ORDER BY 1, 2, 4, 3)
SELECT point, samples, variant, seed FROM asked WHERE NOT EXISTS(SELECT 1 FROM cell WHERE cell.point = asked.point
    AND cell.samples = asked.samples AND cell.seed = asked.seed AND cell.variant = asked.variant)

-- ---- Where scores come from (store_about.c), and values out of range (store_about.c).

-- name: plans
SELECT name, text FROM plan ORDER BY name

-- name: days
SELECT CASE WHEN min(day) = max(day) THEN 'on ' || min(day) ELSE 'from ' || min(day) || ' to ' || max(day) END
FROM day HAVING sum(day NOT GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]') = 0

-- name: extents
SELECT {called}, scenario.title, cell.samples, count(DISTINCT cell.point), count(DISTINCT cell.variant),
count(*), sum(cell.status <> 0), min(cell.seed), max(cell.seed), count(DISTINCT cell.seed), min(cell.version),
max(cell.version), max(EXISTS(SELECT 1 FROM representation WHERE representation.point = point.id))
FROM cell {of_cell}
{filter}
GROUP BY scenario.id, cell.samples ORDER BY scenario.place, scenario.name, cell.samples

-- name: outside_ranges
SELECT metric.name, variant.name, output.name, count(*), output.low, output.high, min(score.value), max(score.value)
FROM metric JOIN output ON output.metric = metric.id JOIN variant ON variant.metric = metric.id
JOIN cell ON cell.variant = variant.id JOIN score ON score.cell = cell.id AND score.output = output.id
WHERE metric.family = 'candidate' AND (score.value < output.low - ?1 * max(1.0, abs(output.low))
    OR score.value > output.high + ?1 * max(1.0, abs(output.high)))
GROUP BY variant.id, output.id ORDER BY metric.place, metric.name, variant.name, output.place, output.name

-- ---- The tables (schema.c, store.c).

-- name: make_table
{create};

-- ---- Digests (store_about.c, store_seal.c).

-- name: record
-- Of a row t.
seal_record({place}, {rules}, {of_cell::cell.variant}{not_of_cell::NULL}{counts::, t.@})

-- name: find_digest
SELECT (SELECT count(*) FROM cell), lower(hex(seal_hash(r))) FROM (SELECT DISTINCT 0 AS k, digest AS r FROM cell
UNION ALL SELECT DISTINCT 1, d FROM (
SELECT substr(seal_hash({record}), 1, 16) AS d FROM {table} AS t GROUP BY {keys:, :t.@})
ORDER BY k, r)

-- name: watch
-- What changes in a row is noted, by triggers of this connection.
CREATE TEMP TRIGGER {table}_INSERT AFTER INSERT ON main.{table} BEGIN {owner::SELECT seal_renamed();}
INSERT INTO seal(name, rows, digest) VALUES('{table}', 1, {new_row}) {mixed_in}; END;
CREATE TEMP TRIGGER {table}_UPDATE AFTER UPDATE ON main.{table} BEGIN {named::SELECT seal_renamed();}
INSERT INTO seal(name, rows, digest) VALUES('{table}', 0, seal_mixed({old_row}, {new_row})) {mixed_in}; END;
CREATE TEMP TRIGGER {table}_DELETE AFTER DELETE ON main.{table} BEGIN {named::SELECT seal_renamed();}
INSERT INTO seal(name, rows, digest) VALUES('{table}', -1, {old_row}) {mixed_in}; END

-- name: new_row
seal_row({numbered::NEW.id, }{columns:, :NEW.@})

-- name: old_row
seal_row({numbered::OLD.id, }{columns:, :OLD.@})

-- name: row
seal_row({numbered::t.id, }{columns:, :t.@})

-- name: mixed_in
ON CONFLICT(name) DO UPDATE SET rows = rows + excluded.rows, digest = seal_mixed(digest, excluded.digest)

-- name: watch_part
CREATE TEMP TRIGGER {table}_INSERT AFTER INSERT ON main.{table} WHEN NOT seal_merging()
    BEGIN INSERT OR IGNORE INTO touched VALUES(NEW.cell); END;
CREATE TEMP TRIGGER {table}_UPDATE AFTER UPDATE ON main.{table} WHEN NOT seal_merging()
    BEGIN INSERT OR IGNORE INTO touched VALUES(NEW.cell); END;
CREATE TEMP TRIGGER {table}_DELETE AFTER DELETE ON main.{table} WHEN NOT seal_merging()
    BEGIN INSERT OR IGNORE INTO touched VALUES(OLD.cell); END

-- name: compare
SELECT n, coalesce(rows, 0), bad, sum = coalesce(digest, zeroblob(16)) FROM (SELECT count(*) AS n,
total(NOT {rules}) AS bad, seal_sum({row}) AS sum FROM {table} AS t) LEFT JOIN seal ON name = '{table}'

-- name: seal_again
INSERT OR REPLACE INTO main.seal(name, rows, digest)
SELECT '{table}', count(*), seal_sum({row}) FROM main.{table} AS t

-- name: name_row
-- "id 12", "cell 12, output 1, item -1": which row t is, of those that store_put_broken puts behind.
SELECT {numbered::'id ' || t.id}{unnumbered: || ', ' || :'@ ' || t.@} FROM

-- name: has_orphans
SELECT EXISTS(SELECT 1 FROM {table} WHERE cell NOT IN (SELECT id FROM cell))

-- name: drop_cells
DELETE FROM main.{table} WHERE {numbered::id}{owner::@} IN temp.dropped

-- name: watch_cells
-- Cells whose digests a transaction has to make, and those that are to be taken out. A cell is of another digest, too,
-- once it or its point is named otherwise, or the point's arrays are others.
CREATE TEMP TABLE touched(cell INTEGER PRIMARY KEY);
CREATE TEMP TABLE dropped(id INTEGER PRIMARY KEY);
CREATE TEMP TRIGGER cell_added AFTER INSERT ON main.cell BEGIN INSERT OR IGNORE INTO touched VALUES(NEW.id); END;
CREATE TEMP TRIGGER cell_moved AFTER UPDATE OF point, samples, seed, variant, status, version ON main.cell
    BEGIN INSERT OR IGNORE INTO touched VALUES(NEW.id); END;
CREATE TEMP TRIGGER point_renamed AFTER UPDATE OF scenario, name ON main.point
    BEGIN INSERT OR IGNORE INTO touched SELECT id FROM cell WHERE point = NEW.id; END;
CREATE TEMP TRIGGER arrays_changed AFTER UPDATE OF hash, data, clusters ON main.representation
    WHEN (OLD.hash, OLD.data, OLD.clusters) <> (NEW.hash, NEW.data, NEW.clusters)
    BEGIN INSERT OR IGNORE INTO touched SELECT id FROM cell WHERE point = NEW.point; END;

-- name: name_broken
SELECT format('%s %s, %d samples, seed %d, %s@%s', scenario.name, point.name, samples, seed, metric.name,
variant.name)
|| coalesce(', which came from ' || shard.name || ',', '') FROM cell LEFT JOIN point ON point.id = cell.point
LEFT JOIN scenario ON scenario.id = point.scenario LEFT JOIN variant ON variant.id = cell.variant
LEFT JOIN metric ON metric.id = variant.metric LEFT JOIN shard ON shard.id = cell.shard WHERE cell.id = ?1

-- ---- Stores that become one (store_merge.c).

-- name: taken
-- A table of the store that is taken, its numbers made those of the union, and which number there is which here.
CREATE TEMP TABLE IF NOT EXISTS
map_{table}(old INTEGER PRIMARY KEY, new INTEGER NOT NULL, fresh INTEGER NOT NULL, other INTEGER);
DELETE FROM map_{table};
DROP VIEW IF EXISTS temp.taken_{table};
CREATE TEMP VIEW taken_{table} AS SELECT {numbered::p.id AS id, }{own:, :p.@ AS @}{needed::, map_$.new AS @}
{optional::, map_$.new AS @}{owner::, map_$.fresh AS fresh, map_$.other AS other} FROM part.{table} AS p
{needed:: JOIN map_$ ON map_$.old = p.@}{optional:: LEFT JOIN map_$ ON map_$.old = p.@}

-- name: same_name
{keys: AND :m.@ = p.@}

-- name: take_rows
INSERT OR IGNORE INTO main.{table}({columns:, :@}) SELECT {columns:, :@} FROM temp.taken_{table}

-- name: take_fresh
{take_rows} WHERE fresh

-- name: take_more
{take_rows} WHERE fresh OR other

-- name: take_numbered
INSERT INTO map_{table} SELECT p.id, m.id, 0, 0 FROM temp.taken_{table} AS p JOIN main.{table} AS m ON {same_name};
{take_rows} ORDER BY id;
INSERT OR IGNORE INTO map_{table}
SELECT p.id, m.id, 1, 0 FROM temp.taken_{table} AS p JOIN main.{table} AS m ON {same_name}

-- name: check_parts
SELECT m.name FROM {owner::map_$ AS map JOIN main.$} AS m ON m.id = map.new WHERE NOT map.fresh AND (SELECT count(*)
FROM main.{table} WHERE {owner::@} = map.new) <> (SELECT count(*) FROM part.{table} WHERE {owner::@} = map.old) LIMIT 1

-- name: describe_alike
-- Of two descriptions of one name, that which comes later as text, in whatever order stores are taken.
UPDATE main.{table} AS m SET {others:, :@ = p.@} FROM temp.taken_{table} AS p WHERE {same_name}
AND ({others: || :quote(p.@)}) > ({others: || :quote(m.@)})

-- name: not_found
SELECT p.{called::@} FROM temp.taken_{table} AS p
WHERE NOT EXISTS(SELECT 1 FROM main.{table} AS m WHERE {same_name}

-- name: find_other
{not_found}{others:: AND m.@ IS p.@}) LIMIT 1

-- name: find_other.mixed
{not_found}{counted:: AND m.@ IS p.@}) LIMIT 1

-- name: check_versions.own
SELECT version FROM main.cell LIMIT 1

-- name: check_versions.other
SELECT version FROM part.cell WHERE version <>
coalesce(({check_versions.own}), (SELECT version FROM part.cell LIMIT 1)) LIMIT 1

-- name: journal_alone
PRAGMA part.journal_mode

-- name: put_in_order
CREATE TEMP TABLE ordered AS SELECT * FROM {table};
DROP TABLE main.{table};
{create};
INSERT OR IGNORE INTO {table} SELECT * FROM ordered;
DROP TABLE ordered

-- name: take_representations.other
SELECT coalesce(p.path, m.path) FROM map_point AS map LEFT JOIN part.representation AS p ON p.point = map.old
LEFT JOIN main.representation AS m ON m.point = map.new
WHERE p.hash <> '' AND m.hash <> '' AND p.hash <> m.hash OR (CASE WHEN m.point IS NULL OR m.hash = '' AND p.hash <> ''
THEN EXISTS(SELECT 1 FROM main.cell AS c WHERE c.point = map.new)
ELSE EXISTS(SELECT 1 FROM part.cell AS c WHERE c.point = map.old) END) AND (0{counted:: OR p.@ IS NOT m.@}) LIMIT 1

-- name: take_representations
INSERT INTO main.representation(point, path, hash, rows, factors, codes, problem, data, clusters)
SELECT point, path, hash, rows, factors, codes, problem, data, clusters FROM temp.taken_representation
WHERE true ON CONFLICT(point) DO UPDATE SET
hash = excluded.hash, rows = excluded.rows, factors = excluded.factors, codes = excluded.codes,
problem = excluded.problem, data = excluded.data, clusters = excluded.clusters
WHERE hash = '' AND (excluded.hash <> '' OR coalesce(excluded.problem, '') > coalesce(problem, ''));
UPDATE main.representation AS m SET path = p.path FROM temp.taken_representation AS p
WHERE m.point = p.point AND p.path < m.path

-- name: take_wants
CREATE TEMP TABLE IF NOT EXISTS wish(plan, point, samples, seed_first, seed_end, variant);
DELETE FROM wish;
INSERT INTO wish SELECT plan, point, samples, seed_first, seed_end, variant FROM temp.taken_want
EXCEPT SELECT plan, point, samples, seed_first, seed_end, variant FROM main.want

-- name: take_wants.wishes
SELECT plan, point, samples, seed_first, seed_end, variant FROM wish

-- name: select_different
SELECT scenario.name, point.name, cell.samples, cell.seed, metric.name, variant.name, output.name, said.item,
said.there, said.taken

-- name: names_of_said
JOIN main.cell AS cell ON cell.id = said.cell
JOIN main.point AS point ON point.id = cell.point JOIN main.scenario AS scenario ON scenario.id = point.scenario
JOIN main.variant AS variant ON variant.id = cell.variant JOIN main.metric AS metric ON metric.id = variant.metric
LEFT JOIN main.output AS output ON output.id = said.output

-- name: find_differences
-- What two stores say of the cells that both have, where it is not the same: overall status, values and reasons that
-- the one taken has, and how many values there are.
WITH said(cell, output, item, there, taken, there_why, taken_why, differs) AS (
    SELECT c.new, map_output.new, p.item, m.value, p.value, m.reason, map_reason.new,
        m.cell IS NULL OR m.value IS NOT p.value OR m.reason IS NOT map_reason.new
    FROM map_cell AS c JOIN part.score AS p ON p.cell = c.old AND c.other
    JOIN map_output ON map_output.old = p.output LEFT JOIN map_reason ON map_reason.old = p.reason
    LEFT JOIN main.score AS m ON m.cell = c.new AND m.output = map_output.new AND m.item = p.item
    UNION ALL SELECT c.new, NULL, -1, NULL, NULL, NULL, NULL, 1 FROM map_cell AS c
    JOIN main.cell AS m ON m.id = c.new JOIN part.cell AS p ON p.id = c.old
    WHERE c.other AND (m.status <> p.status OR (SELECT count(*) FROM main.score WHERE cell = c.new)
        <> (SELECT count(*) FROM part.score WHERE cell = c.old)))
{select_different}, a.text, b.text, cell.id, 0 FROM said {names_of_said}
LEFT JOIN main.reason AS a ON a.id = said.there_why LEFT JOIN main.reason AS b ON b.id = said.taken_why
WHERE said.differs

-- name: contradictions
-- Rows of cells that both have, intervals and chance levels say, and that are not the same in both; a score has one of
-- each class. Draws are too many to be shown; of all else every digit counts.
WITH said(cell, output, item, there, taken, a, b, differs) AS (SELECT p.cell, p.output, -1, NULL, NULL,
    {shown: || ', ' || :format(iif(typeof(m.@) = 'integer', '@ %s', '@ %!.17g'), m.@)},
    {shown: || ', ' || :format(iif(typeof(p.@) = 'integer', '@ %s', '@ %!.17g'), p.@)}, {said: OR :m.@ IS NOT p.@}
    FROM temp.taken_{table} AS p JOIN main.{table} AS m ON m.cell = p.cell AND m.output = p.output
    AND max(m.kind, 2) = max(p.kind, 2) WHERE p.cell IN (SELECT new FROM map_cell WHERE other))
{select_different}, said.a, said.b, cell.id, 1 FROM said {names_of_said} WHERE said.differs

-- name: take_all_parts
INSERT OR IGNORE INTO temp.touched SELECT new FROM map_cell WHERE other

-- name: name_shard
INSERT OR IGNORE INTO main.shard(name) VALUES(?1)

-- name: this_shard
(SELECT id FROM main.shard WHERE name = ?1)

-- name: take_cells.shared
INSERT INTO map_cell SELECT p.id, m.id, 0, m.digest <> p.digest FROM temp.taken_cell AS p JOIN main.cell AS m ON
m.point = p.point AND m.samples = p.samples AND m.seed = p.seed AND m.variant = p.variant

-- name: take_cells.numbers
INSERT INTO map_cell SELECT id, ?1 - 1 + row_number() OVER (ORDER BY id), 1, 0 FROM part.cell
WHERE id NOT IN (SELECT old FROM map_cell)

-- name: take_cells.cells
INSERT INTO main.cell(id, point, samples, seed, variant, status, seconds, version, digest, shard)
SELECT map_cell.new, p.point, p.samples, p.seed, p.variant, p.status, p.seconds, p.version, p.digest,
coalesce(p.shard, {this_shard}) FROM temp.taken_cell AS p JOIN map_cell ON map_cell.old = p.id
AND map_cell.fresh ORDER BY p.id

-- name: take_cells.least
UPDATE main.cell AS m SET seconds = min(m.seconds, p.seconds) FROM map_cell AS c JOIN part.cell AS p ON p.id = c.old
WHERE m.id = c.new AND p.seconds < m.seconds;
UPDATE main.cell AS m SET version = p.version FROM map_cell AS c JOIN part.cell AS p ON p.id = c.old
WHERE m.id = c.new AND p.version < m.version;
UPDATE main.cell AS m SET shard = n.id FROM map_cell AS c JOIN temp.taken_cell AS p ON p.id = c.old
JOIN main.shard AS n ON n.id = coalesce(p.shard, {this_shard})
JOIN main.shard AS o WHERE m.id = c.new AND o.id = m.shard AND n.name < o.name

-- name: hide
CREATE TEMP VIEW {table} AS SELECT * FROM part.{table}

-- name: show
DROP VIEW temp.{table}

-- name: drop_shard
INSERT INTO temp.dropped SELECT cell.id FROM cell JOIN shard ON shard.id = cell.shard
WHERE shard.name = ?1

-- name: attach
ATTACH ?1 AS part
