-- @case a page load has the times of its paints
INCLUDE PERFETTO MODULE chrome.page_loads;
SELECT id, navigation_id, navigation_start_ts, fcp, fcp_ts, lcp, lcp_ts, load_event_ts, mark_interactive_ts, url FROM chrome_page_loads

-- @case a startup lasts until content is visible, and has its cause
INCLUDE PERFETTO MODULE chrome.startups;
SELECT activity_id, name, startup_begin_ts, first_visible_content_ts, launch_cause FROM chrome_startups

-- @case an interaction has its kind
INCLUDE PERFETTO MODULE chrome.web_content_interactions;
SELECT ts, dur, interaction_type FROM chrome_web_content_interactions

-- @case page loads, startups and interactions are one list
INCLUDE PERFETTO MODULE chrome.interactions;
SELECT type, name, ts, dur FROM chrome_interactions ORDER BY ts

-- @case samples of histograms have their thread
INCLUDE PERFETTO MODULE chrome.histograms;
SELECT name, value, ts, thread_name, process_name FROM chrome_histograms

-- @case vertical syncs have the interval to the next, and the average
INCLUDE PERFETTO MODULE chrome.vsync_intervals;
SELECT ts, time_to_next_vsync, chrome_calculate_avg_vsync_interval(0, 40000000) AS mean, chrome_calculate_avg_vsync_interval(0, 1) AS of_none FROM chrome_vsync_intervals ORDER BY ts

-- @case an input has its latency until it is shown
INCLUDE PERFETTO MODULE chrome.event_latency;
SELECT ts, dur, scroll_update_id, event_type, is_presented, is_janky_scrolled_frame AS janky, surface_frame_trace_id AS surface, display_trace_id AS display, vsync_interval_ms AS vsync, swap_end_timestamp, presentation_timestamp FROM chrome_event_latencies ORDER BY ts

-- @case updates of one scroll belong together
INCLUDE PERFETTO MODULE chrome.event_latency;
SELECT ts, scroll_update_id, event_type, is_presented, is_janky, scroll_id FROM chrome_gesture_scroll_updates ORDER BY ts

-- @case the score of Speedometer 3 is a thousand over the geometric mean of its suites
INCLUDE PERFETTO MODULE chrome.speedometer_3;
INCLUDE PERFETTO MODULE chrome.speedometer;
SELECT i.iteration, i.geomean, i.score, chrome_speedometer_3_score() AS score_3, chrome_speedometer_score() AS of_either, _chrome_speedometer_version() AS version, (SELECT count(*) FROM chrome_speedometer_3_measure) AS measures FROM chrome_speedometer_3_iteration AS i

-- @case Speedometer 2.1 has a synchronous and an asynchronous part
INCLUDE PERFETTO MODULE chrome.speedometer_2_1;
SELECT ts, dur, name, iteration FROM chrome_speedometer_2_1_measure ORDER BY ts

-- @case a page of LoadLine 2 has its stages
INCLUDE PERFETTO MODULE chrome.loadline_2;
SELECT page, story_start, start_request, visual_mark, story_finish FROM chrome_loadline2_stages

-- @case Java slices are identified by the view that they draw
INCLUDE PERFETTO MODULE chrome.tasks;
SELECT name, ts, dur FROM _chrome_named_java_slices ORDER BY ts

-- @case a hardware name is metadata, and this trace has none
INCLUDE PERFETTO MODULE chrome.metadata;
SELECT chrome_hardware_class() AS hardware

-- @case scrolls of Chrome are tracks that its standard modules compute
.tree Chrome Scroll Jank
.data Chrome Scroll Jank › Chrome Scrolls
.data Chrome Scroll Jank › Chrome Scroll Input Latencies
.data Chrome Scroll Jank › Chrome Scroll Janks
.data Chrome Scroll Jank › Chrome Scroll Timeline
.data Chrome Scroll Jank › Step: receive frame (viz)

-- @case iterations of JetStream 3 have their time
INCLUDE PERFETTO MODULE chrome.jetstream_3;
SELECT * FROM chrome_jetstream_3_measure ORDER BY 1

-- @case stages of a latency have a description
INCLUDE PERFETTO MODULE chrome.event_latency_description;
SELECT count(*) > 10 AS many, count(*) FILTER (WHERE description IS NULL OR description = '') AS without FROM chrome_event_latency_stage_descriptions

-- @case the first frame of a scroll has no frame before
INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_intervals;
SELECT scroll_id, encapsulated_scroll_ids AS updates, delay_since_last_frame AS ms FROM chrome_frame_info_with_delay ORDER BY presentation_timestamp

-- @case a scroll lasts from its first to its last update
INCLUDE PERFETTO MODULE chrome.chrome_scrolls;
SELECT id, ts, dur FROM chrome_scrolls ORDER BY id
