-- @case expected and actual frames are slices of the process, named after the token
SELECT s.ts, s.dur, p.name AS process, t.name AS track, s.name FROM slice AS s JOIN process_track AS t ON t.id = s.track_id JOIN process AS p USING (upid) ORDER BY s.ts

-- @case frames have all properties in the trace, and who caused their jank
SELECT s.ts, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s ORDER BY s.ts

-- @case the actual timeline of frames has columns for frame properties
SELECT a.ts, a.dur, a.surface_frame_token AS surface, a.display_frame_token AS display, p.name AS process, a.layer_name AS layer, a.present_type, a.on_time_finish AS on_time, a.gpu_composition AS gpu, a.jank_type, a.jank_severity_type AS severity, a.prediction_type AS prediction, a.jank_tag
FROM actual_frame_timeline_slice AS a JOIN process AS p USING (upid) ORDER BY a.ts

-- @case the expected timeline of frames has columns too
SELECT e.ts, e.dur, e.surface_frame_token AS surface, e.display_frame_token AS display, p.name AS process, e.layer_name AS layer FROM expected_frame_timeline_slice AS e JOIN process AS p USING (upid) ORDER BY e.ts

-- @case flows lead from frames of apps to the frame that shows them
SELECT o.ts AS from_ts, i.ts AS to_ts FROM flow AS f JOIN slice AS o ON o.id = f.slice_out JOIN slice AS i ON i.id = f.slice_in ORDER BY 1, 2

-- @case the module of jank has the cause of each type
INCLUDE PERFETTO MODULE android.frames.jank_type;
SELECT jank, android_is_sf_jank_type(jank) AS sf, android_is_app_jank_type(jank) AS app FROM (SELECT unnest(['None', 'App Deadline Missed', 'SurfaceFlinger Scheduling, Display HAL', 'SurfaceFlinger CPU Deadline Missed, App Resynced Jitter', 'Buffer Stuffing']) AS jank)

-- @case frames of a process are on two timelines, in the color of their jank
.data surfaceflinger 1 › Actual Timeline
.data app 2 › Expected Timeline
.data app 2 › Actual Timeline

-- @case a frame has its jank, its other timeline and the display frame it was part of
.details slice 0
.details slice 1
.details slice 2

-- @case frames of a range are counted by jank, process, layer and frame
.report area-frames 0 1000 Jank type
.report area-frames 0 1000 Process
.report area-frames 0 1000 Layer
.report area-frames 0 1000 Frame
.singles area-frames 0 1000 Process

-- @case frames are compared by jank
.compare frames
