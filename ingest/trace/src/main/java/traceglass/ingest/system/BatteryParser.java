package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.power.BatteryCounters;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.StringPool;

/// Parses `BatteryCounters`: charge, current and voltage of a battery.
public final class BatteryParser implements PacketParser {

    private static final TrackType COUNTER = TrackType.counter(
            "battery_counter", null, Dimension.ofString("battery_name"), Dimension.ofString("counter_name"));
    private static final long MICRO = 1_000_000;
    private static final long MICRO_TIMES_MICRO_IN_MILLI = 1_000_000_000;

    private final ImportContext context;
    private final ProtoCursor cursor = new ProtoCursor();

    public BatteryParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.BATTERY_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        boolean[] has = new boolean[16];
        long[] values = new long[16];
        double percent = 0;
        int battery = StringPool.NULL;
        for (packet.enter(cursor); cursor.next(); ) {
            int field = cursor.field();
            if (field == BatteryCounters.NAME_FIELD_NUMBER) {
                battery = cursor.asStringId(context.strings());
            } else if (field < has.length) {
                has[field] = true;
                values[field] = cursor.asLong();
                if (field == BatteryCounters.CAPACITY_PERCENT_FIELD_NUMBER) {
                    percent = cursor.asDouble();
                }
            }
        }
        long voltage = values[BatteryCounters.VOLTAGE_UV_FIELD_NUMBER];
        long current = values[BatteryCounters.CURRENT_UA_FIELD_NUMBER];
        boolean hasVoltage = has[BatteryCounters.VOLTAGE_UV_FIELD_NUMBER];
        if (has[BatteryCounters.CHARGE_COUNTER_UAH_FIELD_NUMBER]) {
            push(ts, battery, "charge_uah", values[BatteryCounters.CHARGE_COUNTER_UAH_FIELD_NUMBER]);
        } else if (has[BatteryCounters.ENERGY_COUNTER_UWH_FIELD_NUMBER] && hasVoltage) {
            int track = track(battery, "charge_uah");
            if (voltage > 0) {
                long chargeUah = values[BatteryCounters.ENERGY_COUNTER_UWH_FIELD_NUMBER] * MICRO / voltage;
                context.counters().push(ts, chargeUah, track);
            }
        }
        if (has[BatteryCounters.CAPACITY_PERCENT_FIELD_NUMBER]) {
            push(ts, battery, "capacity_pct", percent);
        }
        if (has[BatteryCounters.CURRENT_UA_FIELD_NUMBER]) {
            push(ts, battery, "current_ua", current);
        }
        if (has[BatteryCounters.CURRENT_AVG_UA_FIELD_NUMBER]) {
            push(ts, battery, "current.avg_ua", values[BatteryCounters.CURRENT_AVG_UA_FIELD_NUMBER]);
        }
        if (hasVoltage) {
            push(ts, battery, "voltage_uv", voltage);
        }
        if (has[BatteryCounters.CURRENT_UA_FIELD_NUMBER] && hasVoltage) {
            // Current is negative while the battery discharges; power is never negative.
            long powerMw = current * voltage / MICRO_TIMES_MICRO_IN_MILLI;
            push(ts, battery, "power_mw", Math.abs((double) powerMw));
        }
    }

    private int track(int battery, String counter) {
        String name = context.strings().get(battery);
        String text = name == null || name.isEmpty() ? "batt." + counter : "batt." + name + "." + counter;
        return context.tracks()
                .intern(
                        COUNTER,
                        context.strings().intern(text),
                        battery,
                        context.strings().intern(counter));
    }

    private void push(long ts, int battery, String counter, double value) {
        context.counters().push(ts, value, track(battery, counter));
    }
}
