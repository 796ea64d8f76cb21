package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.kernel.AtraceEvents;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.android.AndroidSystemPropertyDecoder;
import traceglass.protos.android.InitialDisplayStateDecoder;
import traceglass.protos.android.PropertyValueDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.StringPool;

/// Parses `InitialDisplayState` and `AndroidSystemProperty`: whether the display is on, and the system properties
/// through which Android reports its state to traces (`debug.tracing.…`).
public final class DeviceStateParser implements PacketParser {

    private static final String PREFIX = "debug.tracing.";
    private static final TrackType PROPERTY =
            TrackType.counter("sysprop_counter", null, Dimension.ofString("sysprop_name"));

    private final ImportContext context;
    private final StringPool strings;

    public DeviceStateParser(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {
            TracePacket.INITIAL_DISPLAY_STATE_FIELD_NUMBER, TracePacket.ANDROID_SYSTEM_PROPERTY_FIELD_NUMBER
        };
    }

    @Override
    public void parse(long ts, Packet packet) {
        if (packet.field() == TracePacket.INITIAL_DISPLAY_STATE_FIELD_NUMBER) {
            addScreenState(ts, packet.decode(new InitialDisplayStateDecoder()).displayState());
            return;
        }
        AndroidSystemPropertyDecoder properties = packet.decode(new AndroidSystemPropertyDecoder());
        PropertyValueDecoder property = new PropertyValueDecoder();
        for (int i = 0; i < properties.valuesCount(); i++) {
            String name = properties.values(i, property).name();
            if (name.startsWith(PREFIX)) {
                handleProperty(ts, name, name.substring(PREFIX.length()), property.value());
            }
        }
    }

    private void addScreenState(long ts, int state) {
        context.counters()
                .push(ts, state, context.tracks().intern(AtraceEvents.SCREEN_STATE, strings.intern("ScreenState")));
    }

    private void handleProperty(long ts, String fullName, String name, String value) {
        switch (name) {
            case "device_state" -> {
                int track = context.tracks().intern(AtraceEvents.DEVICE_STATE, strings.intern("DeviceStateChanged"));
                context.slices().scoped(ts, 0, track, StringPool.NULL, strings.intern(value), null);
                return;
            }
            case "wallpaper.package_name", "wallpaper.class_name" -> {
                context.metadata().setDynamic(fullName, value);
                return;
            }
            default -> {}
        }
        int number;
        try {
            number = Integer.parseInt(value.stripLeading());
        } catch (NumberFormatException e) {
            // A property may be empty or not a number; such properties have no counter track.
            return;
        }
        switch (name) {
            case "profile_boot_classpath" -> context.metadata().set("android_profile_boot_classpath", (long) number);
            case "profile_system_server" -> context.metadata().set("android_profile_system_server", (long) number);
            case "screen_state" -> addScreenState(ts, number);
            case "mcc", "mnc", "desktop_mode_visible_tasks" -> addCounter(ts, fullName, name, number);
            case "battery_status" -> addCounter(ts, fullName, "BatteryStatus", number);
            case "plug_type" -> addCounter(ts, fullName, "PlugType", number);
            default -> {
                if (name.startsWith("battery_stats.")) {
                    int id = strings.intern(name);
                    context.counters().push(ts, number, context.tracks().intern(AtraceEvents.BATTERY_STATS, id, id));
                }
            }
        }
    }

    private void addCounter(long ts, String property, String name, int value) {
        context.counters()
                .push(ts, value, context.tracks().intern(PROPERTY, strings.intern(name), strings.intern(property)));
    }
}
