-- Power of accelerators for neural networks, for all processors with known figures.
CREATE PERFETTO TABLE _tpu_device_curves AS
SELECT * FROM __intrinsic_wattson_curves_tpu();
