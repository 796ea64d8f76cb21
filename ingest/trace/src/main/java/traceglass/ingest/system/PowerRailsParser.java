package traceglass.ingest.system;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.power.EnergyDataDecoder;
import traceglass.protos.power.PowerRailsDecoder;
import traceglass.protos.power.RailDescriptorDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;

/// Parses `PowerRails`: the energy used on each power rail of the device, in µWs. Each sample has its own time.
public final class PowerRailsParser implements PacketParser {

    private static final TrackType RAIL =
            TrackType.counter("power_rails", null, Dimension.ofString("name"), Dimension.ofInt("session_uuid"));
    private static final int MAX_INDEX = 256;
    private static final long MS_NS = 1_000_000;

    /// Consumers of the rails of Pixel phones, by the suffix of the rail's name; the first match is used.
    private static final String[][] SUPPLIES = {
        {"M_VDD_CPUCL0", "cpu.little"},
        {"M_VDD_CPUCL0_M", "cpu.little.mem"},
        {"M_VDD_CPUCL1", "cpu.mid"},
        {"M_VDD_CPUCL1_M", "cpu.mid.mem"},
        {"M_VDD_CPUCL2", "cpu.big"},
        {"M_VDD_INT", "system.fabric"},
        {"M_VDD_TPU", "tpu"},
        {"VSYS_PWR_DISP", "display"},
        {"VSYS_PWR_DISPLAY", "display"},
        {"M_DISP", "ldo.main.a.display"},
        {"VSYS_PWR_MODEM", "modem"},
        {"M_VDD_MIF", "memory.interface"},
        {"VSYS_PWR_WLAN_BT", "wifi.bt"},
        {"VSYS_PWR_MMWAVE", "mmwave"},
        {"S_VDD_AOC_RET", "aoc.memory"},
        {"S_VDD_AOC", "aoc.logic"},
        {"S_VDDQ_MEM", "ddr.a"},
        {"S_VDD2L", "ddr.b"},
        {"S_VDD2L_MEM", "ddr.b"},
        {"S_VDD2H_MEM", "ddr.c"},
        {"S_VDD_G3D", "gpu"},
        {"S_VDD_G3D_L2", "gpu.l2"},
        {"S_GNSS_CORE", "gps"},
        {"VSYS_PWR_RFFE", "radio.frontend"},
        {"VSYS_PWR_CAMERA", "camera"},
        {"S_VDD_CAM", "multimedia"},
        {"S_UDFPS", "udfps"},
        {"S_PLL_MIPI_UFS", "ufs"},
        {"M_LLDO1", "ldo.main.a"},
        {"M_LLDO2", "ldo.main.b"},
        {"S_LLDO1", "ldo.sub"}
    };

    private record Rail(long session, long index) {}

    /// A sample waiting to be sorted.
    private record Sample(Rail rail, long packetTs) {}

    private final ImportContext context;
    private final EventSorter.Queue samples;
    private final ClockId boottime = ClockId.of(ClockId.BOOTTIME);
    private final Map<Rail, Integer> tracks = new HashMap<>();
    private final int packetTsKey;

    public PowerRailsParser(PacketContext packets) {
        context = packets.context();
        samples = packets.queue((ts, energy, ref) -> addSample(ts, energy, (Sample) ref));
        packetTsKey = context.strings().intern("packet_ts");
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.POWER_RAILS_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        PowerRailsDecoder rails = packet.decode(new PowerRailsDecoder());
        long session = rails.sessionUuid();
        for (int i = 0; i < rails.railDescriptorCount(); i++) {
            describe(session, rails.railDescriptor(i, new RailDescriptorDecoder()));
        }
        EnergyDataDecoder data = new EnergyDataDecoder();
        for (int i = 0; i < rails.energyDataCount(); i++) {
            addData(ts, session, rails.energyData(i, data));
        }
        if (rails.energyDataCount() == 0) {
            context.logs().recordAtTime(StatNames.POWER_RAIL_EMPTY_PACKET, ts, null);
        }
        return true;
    }

    private void describe(long session, RailDescriptorDecoder descriptor) {
        long index = Integer.toUnsignedLong(descriptor.index());
        if (index > MAX_INDEX) {
            return;
        }
        var strings = context.strings();
        int rawName = descriptor.railNameId(strings);
        int subsystemName = descriptor.subsysNameId(strings);
        String rail = descriptor.railName();
        String supply = supply(rail);
        int name = strings.intern(supply == null ? "power." + rail + "_uws" : "power.rails." + supply);
        int track = context.tracks()
                .intern(
                        RAIL,
                        name,
                        b -> b.addString(strings.intern("raw_name"), rawName)
                                .addString(strings.intern("subsystem_name"), subsystemName),
                        rawName,
                        session);
        tracks.put(new Rail(session, index), track);
    }

    private static String supply(String rail) {
        for (String[] s : SUPPLIES) {
            if (rail.endsWith(s[0])) {
                return s[1];
            }
        }
        return null;
    }

    private void addData(long packetTs, long session, EnergyDataDecoder data) {
        long time =
                data.hasTimestampMs() ? context.clocks().toTraceTime(boottime, data.timestampMs() * MS_NS) : packetTs;
        if (time != ClockTracker.NONE) {
            Rail rail = new Rail(session, Integer.toUnsignedLong(data.index()));
            samples.push(time, data.energy(), new Sample(rail, packetTs));
        }
    }

    private void addSample(long ts, long energy, Sample sample) {
        Integer track = tracks.get(sample.rail());
        if (track == null) {
            context.stats().increment(StatNames.POWER_RAIL_UNKNOWN_INDEX);
        } else {
            context.counters()
                    .push(ts, energy, track, context.args().write(b -> b.addUint(packetTsKey, sample.packetTs())));
        }
    }
}
