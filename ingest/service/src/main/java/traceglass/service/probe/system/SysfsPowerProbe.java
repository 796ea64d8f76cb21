package traceglass.service.probe.system;

import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.power.BatteryCounters;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.posix.Posix;
import traceglass.service.metatrace.MetatraceEvent;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.ServiceProbe;
import traceglass.service.probe.files.SystemFolders;

/// Records charge, current and voltage of batteries every second.
public final class SysfsPowerProbe implements ServiceProbe {

    private static final long PERIOD_MS = 1000;
    private static final String FOLDER = "class/power_supply/";

    private final SystemFolders folders;

    public SysfsPowerProbe(SystemFolders folders) {
        this.folders = folders;
    }

    @Override
    public String name() {
        return "linux.sysfs_power";
    }

    @Override
    public String refusal() {
        if (!Posix.isSupported()) {
            return "Batteries are read from /sys, which only Linux has.";
        }
        return batteries(new FileLoader()).isEmpty() ? "This computer has no battery." : "";
    }

    private List<String> batteries(FileLoader loader) {
        return SysfsNames.list(folders, FOLDER, "").stream()
                .filter(n -> text(loader, n, "type").equals("Battery"))
                .filter(n -> text(loader, n, "present").equals("1"))
                .toList();
    }

    private String text(FileLoader loader, String battery, String file) {
        return TextFiles.first(loader, folders.sys(FOLDER + battery + "/" + file));
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
        ProbeRefused.throwUnlessEmpty(refusal());
        return new Instance(context);
    }

    private final class Instance implements ProbeInstance {

        private final ProbeContext context;
        private final FileLoader loader = new FileLoader();
        private List<String> batteries = List.of();

        Instance(ProbeContext context) {
            this.context = context;
        }

        @Override
        public void start() {
            batteries = batteries(loader);
            context.runAfter(0, this::poll);
            context.runEvery(PERIOD_MS, this::poll);
        }

        private void poll() {
            long begin = context.metatrace().begin();
            for (String battery : batteries) {
                BatteryCounters.Builder counters = BatteryCounters.newBuilder();
                read(battery, "charge_now", counters::setChargeCounterUah);
                read(battery, "capacity", counters::setCapacityPercent);
                read(battery, "current_now", counters::setCurrentUa);
                read(battery, "current_avg", counters::setCurrentUa);
                read(battery, "energy_now", counters::setEnergyCounterUwh);
                read(battery, "voltage_now", counters::setVoltageUv);
                if (batteries.size() > 1) {
                    counters.setName(battery);
                }
                context.write(TracePacket.newBuilder()
                        .setTimestamp(Posix.clockNs(Posix.CLOCK_BOOTTIME))
                        .setBattery(counters)
                        .build());
            }
            context.metatrace().end(MetatraceEvent.LINUX_POWER_SYSFS_TICK, begin);
        }

        private void read(String battery, String file, LongConsumer value) {
            Long number = parseNumber(text(loader, battery, file));
            if (number != null) {
                value.accept(number);
            }
        }

        private static @Nullable Long parseNumber(String text) {
            try {
                return Long.valueOf(text);
            } catch (NumberFormatException e) {
                return null;
            }
        }

        @Override
        public void stop() {}
    }
}
