-- Interpretation of a frame's jank type.

-- Returns whether the frame was late because of SurfaceFlinger or a later stage.
CREATE PERFETTO FUNCTION android_is_sf_jank_type(jank_type STRING) RETURNS BOOL AS
SELECT regexp_matches($jank_type, 'SurfaceFlinger ((CPU|GPU) Deadline Missed|Scheduling)|Prediction Error|Display HAL');

-- Returns whether the frame was late because of the app.
CREATE PERFETTO FUNCTION android_is_app_jank_type(jank_type STRING) RETURNS BOOL AS
SELECT regexp_matches($jank_type, 'App (Deadline Missed|Resynced Jitter)');

-- Returns whether the frame was late or dropped.
CREATE PERFETTO FUNCTION android_is_missed_frame_type(jank_type STRING) RETURNS BOOL AS
SELECT android_is_sf_jank_type($jank_type) OR android_is_app_jank_type($jank_type) OR contains($jank_type, 'Dropped Frame');
