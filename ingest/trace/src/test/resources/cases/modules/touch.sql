-- @case a touch leads from its interrupt to its processing, by the index of the interrupt and the time of the input
INCLUDE PERFETTO MODULE pixel.touch;
SELECT in_ts, ts_pixel_touch_th AS th, dur_pixel_touch_th AS th_dur, ts_pixel_touch_bh AS bh, dur_pixel_touch_bh AS bh_dur, ts_pixel_touch AS ts, dur_pixel_touch AS dur, resample_latency_offset AS offset_ns FROM pixel_touch_events ORDER BY in_ts

-- @case a touch of Chrome is read, dispatched and delivered under one id
INCLUDE PERFETTO MODULE chrome.android_input;
SELECT android_input_id AS id, input_reader_processing_start_ts AS read, input_dispatcher_processing_start_ts AS dispatched, deliver_input_event_start_ts AS delivered, deliver_input_event_end_ts AS done FROM chrome_android_input ORDER BY 1

-- @case a cold start lasts to the end of the first frame, and without a report not to the full display
INCLUDE PERFETTO MODULE android.profiling_manager.startup;
SELECT name, ts, dur, startup_checkpoint FROM android_profiling_manager_cold_startup ORDER BY name
