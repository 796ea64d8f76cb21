package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.power.BatteryCountersDecoder;
import traceglass.protos.trace.TracePacket;

/// Parses `BatteryCounters`: charge, current and voltage of a battery.
public final class BatteryParser implements PacketParser {

    private static final TrackType COUNTER = TrackType.counter(
            "battery_counter", null, Dimension.ofString("battery_name"), Dimension.ofString("counter_name"));
    private static final long MICRO = 1_000_000;
    private static final long MICRO_TIMES_MICRO_IN_MILLI = 1_000_000_000;

    private final ImportContext context;

    public BatteryParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.BATTERY_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        BatteryCountersDecoder counters = packet.decode(new BatteryCountersDecoder());
        int battery = counters.nameId(context.strings());
        long voltage = counters.voltageUv();
        if (counters.hasChargeCounterUah()) {
            push(ts, battery, "charge_uah", counters.chargeCounterUah());
        } else if (counters.hasEnergyCounterUwh() && counters.hasVoltageUv()) {
            int track = track(battery, "charge_uah");
            if (voltage > 0) {
                long chargeUah = counters.energyCounterUwh() * MICRO / voltage;
                context.counters().push(ts, chargeUah, track);
            }
        }
        if (counters.hasCapacityPercent()) {
            push(ts, battery, "capacity_pct", counters.capacityPercent());
        }
        if (counters.hasCurrentUa()) {
            push(ts, battery, "current_ua", counters.currentUa());
        }
        if (counters.hasCurrentAvgUa()) {
            push(ts, battery, "current.avg_ua", counters.currentAvgUa());
        }
        if (counters.hasVoltageUv()) {
            push(ts, battery, "voltage_uv", voltage);
        }
        if (counters.hasCurrentUa() && counters.hasVoltageUv()) {
            // Current is negative while the battery discharges; power is never negative.
            long powerMw = counters.currentUa() * voltage / MICRO_TIMES_MICRO_IN_MILLI;
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
