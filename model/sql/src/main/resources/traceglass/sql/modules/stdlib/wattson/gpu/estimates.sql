-- Power of the GPU.
INCLUDE PERFETTO MODULE wattson.curves.utils;
INCLUDE PERFETTO MODULE wattson.gpu.freq_idle;

CREATE PERFETTO TABLE _gpu_estimates_mw AS
SELECT f.ts, f.dur, c.curve_value AS gpu_mw
FROM _gpu_freq_idle AS f
JOIN _gpu_filtered_curves AS c ON c.freq_khz = f.freq AND c.idle = f.power_state
ORDER BY f.ts;
