-- @case the device is suspended while time is frozen, else awake
INCLUDE PERFETTO MODULE android.suspend;
SELECT ts, dur, power_state FROM android_suspend_state ORDER BY ts

-- @case the duration without suspend is that of the clock that stops
INCLUDE PERFETTO MODULE android.suspend;
SELECT _extract_duration_without_suspend(50, 300) AS awake, _extract_duration_without_suspend(350, 20) AS after
