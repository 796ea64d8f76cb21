package traceglass.ingest.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.Rows;
import traceglass.ingest.perfetto.TraceBuilder;
import traceglass.protos.android.AndroidLogPacket;
import traceglass.protos.common.MeminfoCounters;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.common.Utsname;
import traceglass.protos.common.VmstatCounters;
import traceglass.protos.power.PowerRails;
import traceglass.protos.system.CpuInfo;
import traceglass.protos.system.ProcessStats;
import traceglass.protos.system.SysStats;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.TraceStorage;

class SystemPacketsTest {

    private static TracePacket.Builder packet() {
        return TracePacket.newBuilder().setTimestamp(10).setTrustedPacketSequenceId(1);
    }

    private static TraceStorage read(TracePacket.Builder... packets) {
        Trace.Builder trace = Trace.newBuilder();
        for (TracePacket.Builder p : packets) {
            trace.addPacket(p);
        }
        return TraceBuilder.read(trace.build().toByteArray());
    }

    @Test
    void ordersCountersOfASampleByKind() {
        TraceStorage s = read(packet().setSysStats(SysStats.newBuilder()
                .addVmstat(SysStats.VmstatValue.newBuilder()
                        .setKey(VmstatCounters.VMSTAT_NR_FREE_PAGES)
                        .setValue(3))
                .addMeminfo(SysStats.MeminfoValue.newBuilder()
                        .setKey(MeminfoCounters.MEMINFO_MEM_TOTAL)
                        .setValue(1))
                .setNumForks(5)
                .setNumIrqTotal(6)
                .addNumIrq(SysStats.InterruptCount.newBuilder().setIrq(4).setCount(4))
                .addCpufreqKhz(2)
                .addDevfreq(SysStats.DevfreqValue.newBuilder().setKey("mif").setValue(7))));
        assertEquals(
                "MemTotal=1024.0; mif Frequency=7.0; cpufreq=2.0; nr_free_pages=3.0; num_irq (id: 4)=4.0;"
                        + " num_forks=5.0; num_irq_total=6.0",
                Rows.counters(s));
    }

    @Test
    void ignoresTheRestOfASampleAfterAnUnknownResource() throws Exception {
        // Field 14 of SysStats is psi; 99 is not a valid resource.
        SysStats unknown = SysStats.parseFrom(new byte[] {14 << 3 | 2, 2, 8, 99});
        TraceStorage s = read(packet().setSysStats(SysStats.newBuilder()
                .setNumForks(5)
                .mergeFrom(unknown)
                .addThermalZone(
                        SysStats.ThermalZone.newBuilder().setType("skin").setTemp(30))));
        assertEquals("num_forks=5.0", Rows.counters(s));
        assertEquals(1, TraceBuilder.stat(s, "psi_unknown_resource"));
    }

    @Test
    void writesChromesProcessCountersBeforeThoseOfTheSystem() {
        TraceStorage s = read(packet().setProcessStats(ProcessStats.newBuilder()
                .addProcesses(ProcessStats.Process.newBuilder()
                        .setPid(4)
                        .setVmSizeKb(1)
                        .setChromePrivateFootprintKb(2)
                        .setChromePeakResidentSetKb(3)
                        .setOomScoreAdj(-5))));
        assertEquals(
                "chrome.private_footprint_kb=2048.0; chrome.peak_resident_set_kb=3072.0; mem.virt=1024.0;"
                        + " oom_score_adj=-5.0",
                Rows.counters(s));
        assertEquals(
                1,
                TraceBuilder.stat(s, "proc_stat_unknown_counters"),
                "the system's reader does not know Chrome's peak");
    }

    @Test
    void missingKernelNamesAreEmpty() {
        TraceStorage s = read(packet().setSystemInfo(SystemInfo.newBuilder()
                .setAndroidSdkVersion(33)
                .setTimezoneOffMins(60)
                .setAndroidBuildFingerprint("a/b/c:12/id/7:user/k")
                .setUtsname(Utsname.newBuilder().setSysname("Linux").setMachine("x86_64"))));
        assertEquals(
                "Linux|-|-|x86_64", Rows.of(s, "__intrinsic_machine", "sysname:s", "release:s", "version:s", "arch:s"));
        String metadata = Rows.of(s, "__intrinsic_metadata", "name:s", "str_value:s");
        assertTrue(
                metadata.contains("system_name|Linux; system_version|-; system_release|-; system_machine|x86_64;"
                        + " timezone_off_mins|-; android_build_fingerprint|a/b/c:12/id/7:user/k;"
                        + " android_incremental_build|7; android_sdk_version|-"),
                metadata);
    }

    @Test
    void listsFrequenciesOfSlowCpusFirst() {
        TraceStorage s = read(packet().setCpuInfo(CpuInfo.newBuilder()
                .addCpus(CpuInfo.Cpu.newBuilder()
                        .setCapacity(1024)
                        .addFrequencies(30)
                        .addFrequencies(40))
                .addCpus(CpuInfo.Cpu.newBuilder().setCapacity(300).addFrequencies(10))));
        assertEquals("1|10; 0|30; 0|40", Rows.of(s, "__intrinsic_cpu_freq", "ucpu:i", "freq:l"));
    }

    @Test
    void logLinesWithoutTagOrMessageGetEmptyOnes() {
        TraceStorage s = read(
                packet().setClockSnapshot(traceglass.protos.trace.ClockSnapshot.newBuilder()
                        .addClocks(traceglass.protos.trace.ClockSnapshot.Clock.newBuilder()
                                .setClockId(1)
                                .setTimestamp(10))
                        .addClocks(traceglass.protos.trace.ClockSnapshot.Clock.newBuilder()
                                .setClockId(6)
                                .setTimestamp(10))),
                packet().setAndroidLog(AndroidLogPacket.newBuilder()
                        .addEvents(AndroidLogPacket.LogEvent.newBuilder()
                                .setPid(1)
                                .setTid(1)
                                .setTimestamp(20))
                        .addEvents(AndroidLogPacket.LogEvent.newBuilder()
                                .setPid(1)
                                .setTid(1)
                                .setTimestamp(30)
                                .addArgs(AndroidLogPacket.LogEvent.Arg.newBuilder()
                                        .setName("n")
                                        .setIntValue(4)))));
        assertEquals("20||; 30|| n=4", Rows.of(s, "__intrinsic_logs", "ts:l", "tag:s", "msg:s"));
    }

    @Test
    void theSubsystemOfAnUnknownPowerRailStaysEmpty() {
        TraceStorage s = read(packet().setPowerRails(PowerRails.newBuilder()
                .addRailDescriptor(
                        PowerRails.RailDescriptor.newBuilder().setIndex(1).setRailName("S2M_VDD_CPUCL2"))
                .addEnergyData(PowerRails.EnergyData.newBuilder().setIndex(1).setEnergy(5))));
        assertTrue(Rows.args(s).contains("raw_name=\"S2M_VDD_CPUCL2\"; subsystem_name=null"), Rows.args(s));
    }
}
