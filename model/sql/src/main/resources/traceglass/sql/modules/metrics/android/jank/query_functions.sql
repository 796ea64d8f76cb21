-- Functions that relate slices to the frames of interactions: android_jank_correlate_frame_slice('MainThread', 'my_slices') creates the
-- tables jank_query_slice_in_frame and jank_query_slice_in_frame_agg. my_slices has rows of the table of slices of that group of threads.

CREATE OR REPLACE PERFETTO FUNCTION android_jank_correlate_frame_slice_impl(
  table_set STRING, relevant_slice_table_name STRING, table_name_prefix STRING)
RETURNS STRING AS
SELECT RUN_METRIC(
  'android/jank/internal/query_frame_slice.sql',
  'prefix', $table_name_prefix,
  'wanted', $relevant_slice_table_name,
  'slices', (SELECT slice_table_name FROM android_jank_cuj_table_set WHERE name = $table_set),
  'bounds', (SELECT frame_boundary_table_name FROM android_jank_cuj_table_set WHERE name = $table_set),
  'frames', (SELECT frame_table_name FROM android_jank_cuj_table_set WHERE name = $table_set)
);

CREATE OR REPLACE PERFETTO FUNCTION android_jank_correlate_frame_slice(table_set STRING, relevant_slice_table_name STRING)
RETURNS STRING AS
SELECT android_jank_correlate_frame_slice_impl($table_set, $relevant_slice_table_name, 'jank_query');
