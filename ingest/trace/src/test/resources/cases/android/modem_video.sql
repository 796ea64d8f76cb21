-- @case messages of the modem are instants of their domain, with their values
SELECT s.ts, t.name AS track, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s JOIN track AS t ON t.id = s.track_id WHERE t.type = 'pixel_modem_event' ORDER BY s.ts

-- @case video frames are at the time they were shown, with the earlier settings of their display
SELECT v.ts, v.display_id, v.display_name, v.codec_string, v.frame_number, v.codec, v.is_key_frame, v.is_config, v.pts_us, hex(d.data) AS bytes FROM __intrinsic_video_frames AS v JOIN __intrinsic_video_frame_data AS d ON d.id = v.id ORDER BY v.ts

-- @case reasons for missing video are counted
SELECT name, value FROM stats WHERE value != 0 AND (name GLOB 'android_video*' OR name GLOB 'pixel_modem*') ORDER BY name

-- @case processes have their start and end as reported by the activity manager
SELECT p.pid, p.name, p.uid, p.end_ts, e.* EXCLUDE (id, upid) FROM __intrinsic_android_track_event_process AS e JOIN process AS p USING (upid)

-- @case frames of a video are events with their number
.data Video frames: Inner
.details video_frames 0
