-- Power of cores that depends on a second clock, for all processors with known figures.
CREATE PERFETTO TABLE _device_curves_2d AS
SELECT * FROM __intrinsic_wattson_curves_cpu_2d();
