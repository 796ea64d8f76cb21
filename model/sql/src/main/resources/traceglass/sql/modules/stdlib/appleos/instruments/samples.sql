-- Callstacks of samples taken by Apple's Instruments.
INCLUDE PERFETTO MODULE callstacks.stack_profile;

CREATE PERFETTO TABLE _appleos_instruments_raw_callstacks AS
SELECT * FROM _callstacks_for_callsites!((SELECT s.callsite_id FROM instruments_sample AS s)) ORDER BY id;

-- All callstacks of the samples as one tree, with own and cumulative sample counts.
CREATE PERFETTO TABLE appleos_instruments_samples_summary_tree(
  id LONG, parent_id LONG, name STRING, mapping_name STRING, source_file STRING, line_number LONG, self_count LONG, cumulative_count LONG) AS
SELECT
  own.id, own.parent_id, own.name, own.mapping_name, own.source_file, own.line_number, own.self_count, below.cumulative_count
FROM _appleos_instruments_raw_callstacks AS own
JOIN _callstacks_self_to_cumulative!((SELECT id, parent_id, self_count FROM _appleos_instruments_raw_callstacks)) AS below USING (id)
ORDER BY own.id;
