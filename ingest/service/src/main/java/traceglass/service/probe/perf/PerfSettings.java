package traceglass.service.probe.perf;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import traceglass.protos.common.FollowerEvent;
import traceglass.protos.common.PerfEvents;
import traceglass.protos.config.PerfEventConfig;
import traceglass.protos.config.PerfEventConfig.UnwindMode;
import traceglass.protos.profiling.PerfSampleDefaults;
import traceglass.sdk.posix.PerfAttributes;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.perf.CounterTypes.CounterType;

/// A validated config of `linux.perf`, with defaults filled in.
///
/// @param timebase timebase as recorded in the trace
/// @param clock the kernel's id of the sample clock
/// @param traceClock the trace's id of the sample clock
/// @param pollMs period of reading the counters in milliseconds; 0 to sample
/// @param samplesPerRead maximum number of records of one CPU per read
/// @param maxQueuedBytes maximum memory in bytes for samples that wait for their callstacks
/// @param clearMs period in milliseconds after which cached data about processes is cleared; 0 for never
/// @param needsDwarf whether the config requests DWARF unwinding, which is replaced with frame pointers
record PerfSettings(
        PerfEvents.Timebase timebase,
        CounterType event,
        List<CounterType> followers,
        PerfSampleDefaults defaults,
        int clock,
        int traceClock,
        boolean hasUserFrames,
        boolean hasKernelFrames,
        PerfEventConfig.Scope scope,
        int shard,
        int pollMs,
        int ringPages,
        int readPeriodMs,
        int samplesPerRead,
        long maxQueuedBytes,
        int clearMs,
        boolean needsDwarf) {

    private static final int DEFAULT_FREQUENCY = 10;
    private static final int DEFAULT_READ_MS = 100;
    private static final int DEFAULT_PAGES = 256;
    private static final int MAX_PAGES = 1 << 16;
    private static final long DEFAULT_QUEUE_BYTES = 64L << 20;

    static PerfSettings of(PerfEventConfig config) throws ProbeRefused {
        PerfEvents.Timebase timebase = timebase(config);
        List<CounterType> followers = new ArrayList<>();
        for (FollowerEvent follower : config.getFollowersList()) {
            followers.add(CounterTypes.of(follower));
        }
        // The first version of the config format always recorded callstacks and always set all_cpus.
        boolean isOld = config.getAllCpus() && !config.hasCallstackSampling();
        PerfEventConfig.CallstackSampling sampling = config.getCallstackSampling();
        UnwindMode mode = sampling.getUserFrames();
        boolean hasCallstacks = isOld || config.hasCallstackSampling();
        PerfEventConfig.Scope scope = sampling.hasScope() ? sampling.getScope() : oldScope(config);
        int shard = scope.getProcessShardCount() > 1
                ? ThreadLocalRandom.current().nextInt(scope.getProcessShardCount())
                : 0;
        int readMs = config.getRingBufferReadPeriodMs() == 0 ? DEFAULT_READ_MS : config.getRingBufferReadPeriodMs();
        return new PerfSettings(
                timebase,
                CounterTypes.of(timebase),
                List.copyOf(followers),
                defaults(timebase, config, scope, shard),
                clock(timebase),
                traceClock(timebase),
                hasCallstacks && mode != UnwindMode.UNWIND_SKIP,
                hasCallstacks && (sampling.getKernelFrames() || config.getKernelFrames()),
                hasCallstacks ? scope : PerfEventConfig.Scope.getDefaultInstance(),
                shard,
                timebase.getPollPeriodMs(),
                pages(config.getRingBufferPages()),
                readMs,
                samplesPerRead(timebase, readMs),
                config.getMaxEnqueuedFootprintKb() == 0
                        ? DEFAULT_QUEUE_BYTES
                        : config.getMaxEnqueuedFootprintKb() << 10,
                config.getUnwindStateClearPeriodMs(),
                hasCallstacks && (mode == UnwindMode.UNWIND_DWARF || mode == UnwindMode.UNWIND_UNKNOWN));
    }

    private static PerfEvents.Timebase timebase(PerfEventConfig config) {
        PerfEvents.Timebase.Builder timebase = config.getTimebase().toBuilder();
        if (timebase.getIntervalCase() == PerfEvents.Timebase.IntervalCase.INTERVAL_NOT_SET) {
            int requested = config.getSamplingFrequency();
            timebase.setFrequency(requested == 0 ? DEFAULT_FREQUENCY : requested);
        }
        if (timebase.getEventCase() == PerfEvents.Timebase.EventCase.EVENT_NOT_SET) {
            timebase.setCounter(PerfEvents.Counter.SW_CPU_CLOCK);
        }
        return timebase.build();
    }

    private static PerfEventConfig.Scope oldScope(PerfEventConfig config) {
        return PerfEventConfig.Scope.newBuilder()
                .addAllTargetPid(config.getTargetPidList())
                .addAllTargetCmdline(config.getTargetCmdlineList())
                .addAllExcludePid(config.getExcludePidList())
                .addAllExcludeCmdline(config.getExcludeCmdlineList())
                .setAdditionalCmdlineCount(config.getAdditionalCmdlineCount())
                .build();
    }

    private static PerfSampleDefaults defaults(
            PerfEvents.Timebase timebase, PerfEventConfig config, PerfEventConfig.Scope scope, int shard) {
        PerfSampleDefaults.Builder defaults =
                PerfSampleDefaults.newBuilder().setTimebase(timebase).addAllFollowers(config.getFollowersList());
        if (scope.getProcessShardCount() > 1) {
            defaults.setProcessShardCount(scope.getProcessShardCount()).setChosenProcessShard(shard);
        }
        return defaults.build();
    }

    private static int clock(PerfEvents.Timebase timebase) {
        return switch (timebase.getTimestampClock()) {
            case PERF_CLOCK_REALTIME -> Posix.CLOCK_REALTIME;
            case PERF_CLOCK_MONOTONIC -> Posix.CLOCK_MONOTONIC;
            case PERF_CLOCK_BOOTTIME -> Posix.CLOCK_BOOTTIME;
            default -> Posix.CLOCK_MONOTONIC_RAW;
        };
    }

    /// Returns the id of the sample clock among the built-in clocks of traces.
    private static int traceClock(PerfEvents.Timebase timebase) {
        return switch (timebase.getTimestampClock()) {
            case PERF_CLOCK_REALTIME -> 1;
            case PERF_CLOCK_MONOTONIC -> 3;
            case PERF_CLOCK_BOOTTIME -> 6;
            default -> 5;
        };
    }

    private static int pages(int requested) throws ProbeRefused {
        if (requested == 0) {
            return DEFAULT_PAGES;
        }
        if (Integer.bitCount(requested) != 1 || requested < 0 || requested > MAX_PAGES) {
            throw new ProbeRefused("ring_buffer_pages of linux.perf is " + Integer.toUnsignedString(requested)
                    + ". Write a power of two up to " + MAX_PAGES + ".");
        }
        return requested;
    }

    /// Returns twice the expected number of samples per read; unlimited if the timebase has no frequency.
    private static int samplesPerRead(PerfEvents.Timebase timebase, int readMs) {
        if (!timebase.hasFrequency()) {
            return Integer.MAX_VALUE;
        }
        return (int) Math.min(Integer.MAX_VALUE, 2 * (1 + timebase.getFrequency() * readMs / 1000));
    }

    boolean hasCallstacks() {
        return hasUserFrames || hasKernelFrames;
    }

    /// Attributes of the leader: the event that samples, or a counter if there is no sampling.
    PerfAttributes leader() {
        long flags = PerfAttributes.DISABLED | event.exclusions() | PerfAttributes.USE_CLOCK;
        long fields = 0;
        long interval = 0;
        if (pollMs == 0) {
            fields = PerfAttributes.SAMPLE_TID | PerfAttributes.SAMPLE_TIME | PerfAttributes.SAMPLE_READ;
            interval = timebase.hasFrequency() ? timebase.getFrequency() : timebase.getPeriod();
            flags |= timebase.hasFrequency() ? PerfAttributes.FREQUENCY : 0;
        }
        if (pollMs == 0 && hasCallstacks()) {
            fields |= PerfAttributes.SAMPLE_CALLCHAIN;
            flags |= hasUserFrames ? 0 : PerfAttributes.EXCLUDE_USER_CALLCHAIN;
            flags |= hasKernelFrames ? 0 : PerfAttributes.EXCLUDE_KERNEL_CALLCHAIN;
        }
        return attributes(event, interval, fields, flags);
    }

    /// Attributes of a follower, which is only counted.
    PerfAttributes follower(CounterType type) {
        return attributes(type, 0, 0, type.exclusions() | PerfAttributes.USE_CLOCK);
    }

    private PerfAttributes attributes(CounterType type, long interval, long fields, long flags) {
        return new PerfAttributes(
                type.type(),
                type.config(),
                type.config1(),
                type.config2(),
                interval,
                fields,
                PerfAttributes.READ_GROUP,
                flags,
                clock,
                0);
    }
}
