-- Power of cores that depend on their own frequency only, for all processors with known figures.
CREATE PERFETTO TABLE _device_curves_1d AS
SELECT * FROM __intrinsic_wattson_curves_cpu_1d();
