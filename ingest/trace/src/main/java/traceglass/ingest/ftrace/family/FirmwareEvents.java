package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.ftrace.CrosEcSensorhubDataFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FwtpPerfettoCounterFtraceEvent;
import traceglass.protos.ftrace.FwtpPerfettoSliceFtraceEvent;
import traceglass.protos.ftrace.ParamSetValueCpmFtraceEvent;

/// Handles firmware events reported through the kernel: the sensor hub of Chrome OS and the controllers of Pixel
/// phones.
final class FirmwareEvents extends EventFamily {

    private static final Dimension NAME = Dimension.ofString("name");
    private static final TrackType SENSOR_HUB =
            TrackType.counter("cros_ec_sensorhub_data", null, Dimension.ofInt("ec_sensor_num"));
    private static final TrackType CPM = TrackType.counter("pixel_cpm_counters", null, NAME);
    private static final TrackType FIRMWARE_COUNTER = TrackType.counter("pixel_fwtp_counters", null, NAME);
    private static final TrackType FIRMWARE_SLICES = TrackType.slices("pixel_fwtp_slices");

    FirmwareEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.CROS_EC_SENSORHUB_DATA_FIELD_NUMBER, this::handleSensorHub);
        handlers.on(
                FtraceEvent.PARAM_SET_VALUE_CPM_FIELD_NUMBER,
                e -> addNamedValue(
                        CPM,
                        e.stringId(ParamSetValueCpmFtraceEvent.BODY_FIELD_NUMBER),
                        e.asLong(ParamSetValueCpmFtraceEvent.TIMESTAMP_FIELD_NUMBER),
                        e.asUint32(ParamSetValueCpmFtraceEvent.VALUE_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.FWTP_PERFETTO_COUNTER_FIELD_NUMBER,
                e -> addNamedValue(
                        FIRMWARE_COUNTER,
                        e.stringId(FwtpPerfettoCounterFtraceEvent.NAME_FIELD_NUMBER),
                        e.asLong(FwtpPerfettoCounterFtraceEvent.TIMESTAMP_FIELD_NUMBER),
                        e.asUint32(FwtpPerfettoCounterFtraceEvent.VALUE_FIELD_NUMBER)));
        handlers.on(FtraceEvent.FWTP_PERFETTO_SLICE_FIELD_NUMBER, this::handleFirmwareSlice);
    }

    private void addNamedValue(TrackType type, int name, long ts, long value) {
        context.counters().push(ts, value, track(type, name, name));
    }

    /// Records how long samples waited in the sensor hub.
    private void handleSensorHub(KernelEvent e) {
        long sensor = e.asUint32(CrosEcSensorhubDataFtraceEvent.EC_SENSOR_NUM_FIELD_NUMBER);
        long sampled = e.asLong(CrosEcSensorhubDataFtraceEvent.CURRENT_TIMESTAMP_FIELD_NUMBER);
        long delay = e.asLong(CrosEcSensorhubDataFtraceEvent.CURRENT_TIME_FIELD_NUMBER) - sampled;
        setCounter(
                e,
                delay,
                track(SENSOR_HUB, id("cros_ec.cros_ec_sensorhub_data." + sensor), sensor),
                b -> b.addInt(id("ec_num"), sensor)
                        .addInt(
                                id("ec_delta"),
                                e.asLong(CrosEcSensorhubDataFtraceEvent.FIFO_TIMESTAMP_FIELD_NUMBER) - sampled)
                        .addInt(id("sample_ts"), sampled));
    }

    private void handleFirmwareSlice(KernelEvent e) {
        int name = e.stringId(FwtpPerfettoSliceFtraceEvent.NAME_FIELD_NUMBER);
        // All slices share one track named after the first one, as in trace processor.
        int track = track(FIRMWARE_SLICES, name);
        end(e, track);
        if (e.asBool(FwtpPerfettoSliceFtraceEvent.BEGIN_FIELD_NUMBER)) {
            begin(e, track, e.stringId(FwtpPerfettoSliceFtraceEvent.CATEGORY_FIELD_NUMBER), name, null);
        }
    }
}
