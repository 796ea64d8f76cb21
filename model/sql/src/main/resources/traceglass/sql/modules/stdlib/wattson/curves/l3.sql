-- Energy of accesses to the shared cache, for all processors with known figures.
CREATE PERFETTO TABLE _device_curves_l3 AS
SELECT * FROM __intrinsic_wattson_curves_l3();
