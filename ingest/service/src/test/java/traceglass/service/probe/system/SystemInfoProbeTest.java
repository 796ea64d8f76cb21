package traceglass.service.probe.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.power.BatteryCounters;
import traceglass.protos.system.CpuInfo;
import traceglass.protos.system.InterruptInfo;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.files.SystemFolderFiles;
import traceglass.service.testing.ManualProbeContext;

/// Tests processors, interrupts and batteries with fake `/proc` and `/sys` folders.
class SystemInfoProbeTest {

    @TempDir
    private Path root;

    private final ManualProbeContext context = new ManualProbeContext();
    private SystemFolderFiles files;

    @BeforeEach
    void createFolders() throws IOException {
        Assumptions.assumeTrue(Posix.isSupported());
        files = new SystemFolderFiles(root);
    }

    private List<TracePacket> record(boolean withIrqNames) throws Exception {
        DataSourceConfig.Builder config = DataSourceConfig.newBuilder();
        config.getSystemInfoConfigBuilder().setIrqNames(withIrqNames);
        context.start(new SystemInfoProbe(files.folders()), config.build());
        return context.drainPackets();
    }

    @Test
    void readsArmProcessors() throws Exception {
        files.write("proc/cpuinfo", """
                Processor\t: AArch64 Processor rev 13 (aarch64)
                processor\t: 0
                Features\t: fp asimd mte
                CPU implementer\t: 0x51
                CPU architecture: 8
                CPU variant\t: 0x7
                CPU part\t: 0x803
                CPU revision\t: 12

                processor\t: 1
                CPU implementer\t: 0x51

                Hardware\t: Qualcomm
                """);
        String cpu = "sys/devices/system/cpu/cpu0/";
        files.write(cpu + "cpu_capacity", "430\n");
        files.write(cpu + "cpufreq/scaling_available_frequencies", "900000 300000 \n");
        files.write(cpu + "cpufreq/scaling_boost_frequencies", "1800000 900000 \n");
        CpuInfo.Builder expected = CpuInfo.newBuilder();
        TextFormat.merge("""
                cpus { processor: "AArch64 Processor rev 13 (aarch64)" frequencies: [300000, 900000, 1800000]
                       capacity: 430 features: 1
                       arm_identifier { implementer: 0x51 architecture: 8 variant: 7 part: 0x803 revision: 12 } }
                cpus { processor: "AArch64 Processor rev 13 (aarch64)" }
                """, expected);
        assertEquals(expected.build(), record(false).getFirst().getCpuInfo());
    }

    @Test
    void readsOtherProcessors() throws Exception {
        files.write("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\n\n");
        CpuInfo info = record(false).getFirst().getCpuInfo();
        assertEquals(
                List.of("AMD EPYC", "unknown"),
                info.getCpusList().stream().map(CpuInfo.Cpu::getProcessor).toList());
    }

    @Test
    void readsNamesOfInterrupts() throws Exception {
        files.write("proc/interrupts", """
                           CPU0       CPU1
                  1:          9          0  IO-APIC   1-edge      i8042
                 16:          1          0  IR-PCI-MSI 1048576-edge      ahci, usb hub
                 24:          1          0  GICv3  47 Level     timer wheel
                 25:          0          1  DUMMY  last
                 26:          0          1  IO-APIC   6-edge
                NMI:          0          0   Non-maskable interrupts
                ERR:          0
                """);
        List<TracePacket> packets = record(true);
        InterruptInfo.Builder expected = InterruptInfo.newBuilder();
        TextFormat.merge("""
                irq_mapping { irq_id: 1 name: "i8042" }
                irq_mapping { irq_id: 16 name: "ahci, usb hub" }
                irq_mapping { irq_id: 24 name: "timer wheel" }
                irq_mapping { irq_id: 25 name: "last" }
                """, expected);
        assertEquals(expected.build(), packets.get(1).getInterruptInfo());
        assertEquals(1, record(false).size());
    }

    @Test
    void readsBatteries() throws Exception {
        files.write("sys/class/power_supply/AC/type", "Mains\n");
        files.write("sys/class/power_supply/BAT9/type", "Battery\n");
        files.write("sys/class/power_supply/BAT9/present", "0\n");
        assertEquals("This computer has no battery.", new SysfsPowerProbe(files.folders()).refusal());
        String battery = "sys/class/power_supply/BAT0/";
        files.write(battery + "type", "Battery\n").write(battery + "present", "1\n");
        files.write(battery + "charge_now", "4000000\n").write(battery + "capacity", "83\n");
        files.write(battery + "current_now", "-100\n").write(battery + "voltage_now", "12000000\n");
        context.start(new SysfsPowerProbe(files.folders()), DataSourceConfig.getDefaultInstance());
        assertEquals(1000, context.periodMs());
        context.runPending();
        BatteryCounters.Builder expected = BatteryCounters.newBuilder();
        TextFormat.merge(
                "charge_counter_uah: 4000000 capacity_percent: 83 current_ua: -100 voltage_uv: 12000000", expected);
        assertEquals(expected.build(), context.drainPackets().getFirst().getBattery());
        files.write(battery + "current_avg", "-90\n").write(battery + "energy_now", "5\n");
        files.write("sys/class/power_supply/BAT9/present", "1\n");
        context.start(new SysfsPowerProbe(files.folders()), DataSourceConfig.getDefaultInstance());
        context.runPending();
        List<TracePacket> both = context.drainPackets();
        assertEquals(-90, both.get(0).getBattery().getCurrentUa());
        assertEquals(5, both.get(0).getBattery().getEnergyCounterUwh());
        assertEquals("BAT9", both.get(1).getBattery().getName());
    }
}
