package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.ftrace.CdevUpdateFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.ThermalExynosAcpmBulkFtraceEvent;
import traceglass.protos.ftrace.ThermalExynosAcpmHighOverheadFtraceEvent;
import traceglass.protos.ftrace.ThermalTemperatureFtraceEvent;
import traceglass.store.names.StatNames;

/// Handles temperatures and cooling devices.
final class ThermalEvents extends EventFamily {

    private static final Dimension ZONE = Dimension.ofString("thermal_zone");
    private static final TrackType TEMPERATURE = TrackType.counter("thermal_temperature", null, ZONE);
    private static final TrackType COOLING =
            TrackType.counter("cooling_device_counter", null, Dimension.ofString("linux_device"));
    private static final TrackType ACPM_TEMPERATURE = TrackType.counter("acpm_thermal_temperature", null, ZONE);
    private static final TrackType ACPM_COOLING = TrackType.counter("acpm_cooling_device_counter", null, ZONE);
    /// Zones of the Exynos power controller, by number.
    private static final String[] ACPM_ZONES = {"BIG", "MID", "LITTLE", "GPU", "ISP", "TPU", "AUR"};

    private final int zoneIdKey = id("thermal_zone_id");

    ThermalEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.THERMAL_TEMPERATURE_FIELD_NUMBER, e -> {
            int zone = e.stringId(ThermalTemperatureFtraceEvent.THERMAL_ZONE_FIELD_NUMBER);
            setCounter(
                    e,
                    e.asInt(ThermalTemperatureFtraceEvent.TEMP_FIELD_NUMBER),
                    track(
                            TEMPERATURE,
                            id(255, e.string(ThermalTemperatureFtraceEvent.THERMAL_ZONE_FIELD_NUMBER) + " Temperature"),
                            zone));
        });
        handlers.on(FtraceEvent.CDEV_UPDATE_FIELD_NUMBER, e -> {
            int device = e.stringId(CdevUpdateFtraceEvent.TYPE_FIELD_NUMBER);
            setCounter(
                    e,
                    e.asUnsignedDouble(CdevUpdateFtraceEvent.TARGET_FIELD_NUMBER),
                    track(
                            COOLING,
                            id(255, e.string(CdevUpdateFtraceEvent.TYPE_FIELD_NUMBER) + " Cooling Device"),
                            device));
        });
        handlers.on(
                FtraceEvent.THERMAL_EXYNOS_ACPM_BULK_FIELD_NUMBER,
                e -> handleAcpm(
                        e.asLong(ThermalExynosAcpmBulkFtraceEvent.TIMESTAMP_FIELD_NUMBER),
                        e.asUint32(ThermalExynosAcpmBulkFtraceEvent.TZ_ID_FIELD_NUMBER),
                        e.asUint32(ThermalExynosAcpmBulkFtraceEvent.CURRENT_TEMP_FIELD_NUMBER),
                        e.asUint32(ThermalExynosAcpmBulkFtraceEvent.CDEV_STATE_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.THERMAL_EXYNOS_ACPM_HIGH_OVERHEAD_FIELD_NUMBER,
                e -> handleAcpm(
                        e.ts(),
                        e.asUint32(ThermalExynosAcpmHighOverheadFtraceEvent.TZ_ID_FIELD_NUMBER),
                        e.asUint32(ThermalExynosAcpmHighOverheadFtraceEvent.CURRENT_TEMP_FIELD_NUMBER),
                        e.asUint32(ThermalExynosAcpmHighOverheadFtraceEvent.CDEV_STATE_FIELD_NUMBER)));
    }

    private void handleAcpm(long ts, long zone, long temperature, long cooling) {
        if (zone >= ACPM_ZONES.length) {
            context.stats().increment(StatNames.FTRACE_THERMAL_EXYNOS_ACPM_UNKNOWN_TZ_ID);
            return;
        }
        String name = ACPM_ZONES[(int) zone];
        ArgsWriter zoneId = b -> b.addInt(zoneIdKey, zone);
        context.counters()
                .push(
                        ts,
                        temperature,
                        track(ACPM_TEMPERATURE, id(name + " Temperature"), id(name)),
                        context.args().write(zoneId));
        context.counters()
                .push(
                        ts,
                        cooling,
                        track(ACPM_COOLING, id("Tj-" + name + " Cooling Device"), id(name)),
                        context.args().write(zoneId));
    }
}
