package traceglass.service.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.TraceStats.FinalFlushOutcome;
import traceglass.protos.config.PriorityBoostConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.TriggerConfig.TriggerMode;
import traceglass.protos.config.TraceConfig.WriteFlushMode;
import traceglass.protos.trace.TracingServiceEvent;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.buffer.TraceBuffer;
import traceglass.service.core.packet.SessionFile;
import traceglass.service.core.peer.SystemClock;
import traceglass.service.filter.InvalidFilter;
import traceglass.service.filter.PacketFilter;

/// Controls the lifecycle of sessions: checks of the config, start, stop, writing to a file, and the end.
final class SessionControl {

    private static final int PAGE_KB = 4;
    private static final long SUSPEND_CHECK_MS = 1000;

    private final TracingService service;
    private final SessionReader reader;
    private final Map<String, Long> lastStarts = new HashMap<>();

    SessionControl(TracingService service) {
        this.service = service;
        reader = new SessionReader(service);
    }

    SessionReader reader() {
        return reader;
    }

    /// Starts a session.
    ///
    /// @param file output file that the consumer passed, or null
    /// @return an error message, or null
    @Nullable
    String enable(ConsumerEndpoint consumer, TraceConfig config, @Nullable Descriptor file) {
        switch (config.getLockdownMode()) {
            case LOCKDOWN_SET -> service.setLocked(true);
            case LOCKDOWN_CLEAR -> service.setLocked(false);
            default -> {}
        }
        if (consumer.session() != null) {
            return ServiceErrors.HAS_SESSION;
        }
        String problem = ConfigChecks.check(config);
        problem = problem == null ? checkConcurrentSessions(consumer, config) : problem;
        if (problem != null) {
            return problem;
        }
        PacketFilter filter = null;
        if (config.hasTraceFilter()) {
            try {
                filter = PacketFilter.load(config.getTraceFilter(), config.getBuffersCount());
            } catch (InvalidFilter e) {
                return ServiceErrors.invalidFilter(String.valueOf(e.getMessage()));
            }
        }
        if (config.hasPriorityBoost()) {
            return config.getPriorityBoost().getPolicy() == PriorityBoostConfig.BoostPolicy.POLICY_UNSPECIFIED
                    ? ServiceErrors.BOOST_POLICY
                    : ServiceErrors.BOOST;
        }
        boolean isByPath = !config.getOutputPath().isEmpty();
        if (config.getWriteIntoFile() && isByPath == (file != null)) {
            return ServiceErrors.FILE_CHOICE;
        }
        Descriptor output = file;
        if (config.getWriteIntoFile() && isByPath) {
            if (!mayCreateFiles(consumer)) {
                return ServiceErrors.noFile(config.getOutputPath(), ServiceErrors.NOT_ITS_USER);
            }
            try {
                output = Descriptor.create(config.getOutputPath());
            } catch (IOException e) {
                return ServiceErrors.noFile(config.getOutputPath(), String.valueOf(e.getMessage()));
            }
        }
        ServiceSession session = service.addSession(consumer.identity().uid(), config);
        session.filter = filter;
        if (!createBuffers(session)) {
            service.removeSession(session);
            session.file = output == null ? null : new SessionFile(output, 0);
            closeFile(session);
            return ServiceErrors.BUFFER_SIZE;
        }
        if (config.getWriteIntoFile() && output != null) {
            session.file = new SessionFile(output, config.getMaxFileSizeBytes());
        }
        configure(session, consumer);
        return null;
    }

    /// Returns whether the service can create the output file. It would belong to the service's user, so if that is
    /// root, other users must not choose its path.
    private boolean mayCreateFiles(ConsumerEndpoint consumer) {
        return !consumer.client().isRemote()
                && (service.uid() != 0 || consumer.identity().uid() == 0);
    }

    private void configure(ServiceSession session, ConsumerEndpoint consumer) {
        TraceConfig config = session.config;
        if (config.getTraceUuidMsb() != 0 || config.getTraceUuidLsb() != 0) {
            session.uuid = new UUID(config.getTraceUuidMsb(), config.getTraceUuidLsb());
        }
        session.createdNs = SystemClock.BOOTTIME.now();
        service.setState(session, ServiceSessionState.CONFIGURED);
        if (!config.getUniqueSessionName().isEmpty()) {
            lastStarts.values().removeIf(t -> session.createdNs - t > Limits.GUARDED_REPEAT_NS);
            lastStarts.put(config.getUniqueSessionName(), session.createdNs);
        }
        session.durationMs = Integer.toUnsignedLong(config.getDurationMs());
        session.consumer = consumer;
        consumer.attachTo(session);
        config.getDataSourcesList().forEach(entry -> service.match(session, entry));
        TriggerMode mode = session.triggerMode();
        long triggerTimeout = Integer.toUnsignedLong(config.getTriggerConfig().getTriggerTimeoutMs());
        if (mode == TriggerMode.START_TRACING) {
            session.timers.add(service.loop().after(triggerTimeout, () -> {
                if (session.triggers.isEmpty()) {
                    disable(session);
                }
            }));
            return;
        }
        if (mode != TriggerMode.UNSPECIFIED) {
            session.durationMs = triggerTimeout;
        }
        if (!config.getDeferredStart()) {
            start(session);
        }
    }

    private @Nullable String checkConcurrentSessions(ConsumerEndpoint consumer, TraceConfig config) {
        List<ServiceSession> others = service.sessions();
        long priority = Integer.toUnsignedLong(config.getExclusivePrio());
        for (ServiceSession other : others) {
            long otherPriority = Integer.toUnsignedLong(other.config.getExclusivePrio());
            if (otherPriority > 0 && otherPriority >= priority) {
                return ServiceErrors.exclusive(otherPriority);
            }
        }
        if (priority > 0) {
            for (ServiceSession other : others) {
                free(other, ServiceErrors.aborted(priority));
            }
            others = service.sessions();
        }
        String name = config.getUniqueSessionName();
        boolean isTaken = !name.isEmpty()
                && others.stream()
                        .anyMatch(s ->
                                !s.isClone() && s.config.getUniqueSessionName().equals(name));
        if (isTaken) {
            return ServiceErrors.nameTaken(name);
        }
        String semaphore = semaphore(config, others);
        if (semaphore != null) {
            return ServiceErrors.semaphore(semaphore);
        }
        Long previous = lastStarts.get(name);
        if (config.getEnableExtraGuardrails()
                && previous != null
                && SystemClock.BOOTTIME.now() - previous < Limits.GUARDED_REPEAT_NS) {
            return ServiceErrors.tooRecent(name);
        }
        int user = consumer.identity().uid();
        if (others.stream().filter(s -> s.uid == user).count() >= Limits.SESSIONS_PER_USER) {
            return ServiceErrors.tooManyOfUser(user);
        }
        return others.size() >= Limits.SESSIONS ? ServiceErrors.tooMany() : null;
    }

    private static @Nullable String semaphore(TraceConfig config, List<ServiceSession> others) {
        for (TraceConfig.SessionSemaphore semaphore : config.getSessionSemaphoresList()) {
            long limit = semaphore.getMaxOtherSessionCount();
            long holders = 0;
            for (ServiceSession other : others) {
                for (TraceConfig.SessionSemaphore held : other.config.getSessionSemaphoresList()) {
                    if (held.getName().equals(semaphore.getName())) {
                        holders++;
                        limit = Long.compareUnsigned(held.getMaxOtherSessionCount(), limit) < 0
                                ? held.getMaxOtherSessionCount()
                                : limit;
                    }
                }
            }
            if (Long.compareUnsigned(holders, limit) > 0) {
                return semaphore.getName();
            }
        }
        return null;
    }

    private boolean createBuffers(ServiceSession session) {
        for (TraceConfig.BufferConfig buffer : session.config.getBuffersList()) {
            boolean usesPages =
                    buffer.getExperimentalMode() == TraceConfig.BufferConfig.ExperimentalMode.TRACE_BUFFER_V2;
            long kb = Integer.toUnsignedLong(buffer.getSizeKb());
            long bytes = (usesPages ? (kb + PAGE_KB - 1) / PAGE_KB * PAGE_KB : kb) << 10;
            boolean isValid = bytes > 0
                    && bytes <= Limits.MAX_BUFFER_BYTES
                    && bytes <= Runtime.getRuntime().maxMemory();
            boolean discardsWhenFull = buffer.getFillPolicy() == TraceConfig.BufferConfig.FillPolicy.DISCARD;
            if (!isValid || !service.addBuffer(session, new TraceBuffer(bytes, discardsWhenFull))) {
                return false;
            }
        }
        return true;
    }

    /// Starts a configured session.
    void start(ServiceSession session) {
        if (session.state != ServiceSessionState.CONFIGURED) {
            return;
        }
        TraceConfig config = session.config;
        service.setState(session, ServiceSessionState.STARTED);
        session.startBoottimeNs = SystemClock.BOOTTIME.now();
        session.startRealtimeNs = SystemClock.REALTIME.now();
        if (!config.getBuiltinDataSources().getDisableClockSnapshotting()) {
            session.initialSnapshot = ServicePacketFactory.snapshot(session);
            session.newestSnapshot = session.initialSnapshot;
        }
        service.packets().writeEvent(session, TracingServiceEvent.newBuilder().setTracingStarted(true), false);
        session.isSyncMarkerDue = true;
        session.areStatsDue = true;
        int interval = config.getBuiltinDataSources().getSnapshotIntervalMs();
        session.timers.add(service.loop()
                .every(interval == 0 ? Limits.SNAPSHOT_INTERVAL_MS : Integer.toUnsignedLong(interval), () -> {
                    session.isSyncMarkerDue = true;
                    session.areStatsDue = true;
                    service.packets().takeSnapshot(session, false);
                }));
        if (session.durationMs > 0) {
            long endNs = session.startBoottimeNs + session.durationMs * 1_000_000L;
            endAt(session, config.getPreferSuspendClockForDuration() ? endNs : 0, session.durationMs);
        }
        startPeriodicTasks(session);
        for (DataSourceInstance instance : List.copyOf(session.instances)) {
            service.start(session, instance);
        }
        checkAllStarted(session);
        session.timers.add(service.loop().after(Limits.SLOW_START_MS, () -> reportSlowStart(session)));
    }

    /// Ends a session after a delay. Timers stop while the system is suspended, so boot time is checked regularly
    /// if suspended time counts.
    ///
    /// @param boottimeNs end of the session in boot time, or 0 to count only the time while the system is awake
    private void endAt(ServiceSession session, long boottimeNs, long leftMs) {
        boolean isLast = boottimeNs == 0 || leftMs <= SUSPEND_CHECK_MS;
        LoopTimer timer = service.loop().after(isLast ? leftMs : SUSPEND_CHECK_MS, () -> {
            if (isLast) {
                flushAndDisable(session);
            } else {
                long remainingMs = Math.max(0, boottimeNs - SystemClock.BOOTTIME.now()) / 1_000_000;
                endAt(session, boottimeNs, remainingMs);
            }
        });
        session.timers.remove(session.durationTimer);
        session.durationTimer = timer;
        session.timers.add(timer);
    }

    private void startPeriodicTasks(ServiceSession session) {
        TraceConfig config = session.config;
        long filePeriod = config.getFileWritePeriodMs() == 0
                ? Limits.FILE_PERIOD_MS
                : Math.max(Limits.MIN_FILE_PERIOD_MS, Integer.toUnsignedLong(config.getFileWritePeriodMs()));
        WriteFlushMode mode = config.getWriteFlushMode();
        boolean writesFile = session.file != null;
        boolean isAutomatic = mode == WriteFlushMode.WRITE_FLUSH_AUTO || mode == WriteFlushMode.WRITE_FLUSH_UNSPECIFIED;
        boolean flushesBeforeWrite = writesFile
                && (mode == WriteFlushMode.WRITE_FLUSH_ENABLED || isAutomatic && filePeriod > Limits.FILE_PERIOD_MS);
        long flushPeriod = flushesBeforeWrite ? 0 : Integer.toUnsignedLong(config.getFlushPeriodMs());
        if (writesFile && isAutomatic && !flushesBeforeWrite) {
            flushPeriod = Limits.FILE_PERIOD_MS;
        }
        if (flushPeriod > 0) {
            session.timers.add(service.loop()
                    .every(flushPeriod, () -> service.flushes().start(session, 0, Limits.FLUSH_PERIODIC, ok -> {})));
        }
        if (writesFile) {
            session.timers.add(service.loop().every(filePeriod, () -> {
                if (flushesBeforeWrite) {
                    service.flushes().start(session, 0, Limits.FLUSH_PERIODIC, ok -> writeFile(session));
                } else {
                    writeFile(session);
                }
            }));
        }
        long clear = Integer.toUnsignedLong(config.getIncrementalStateConfig().getClearPeriodMs());
        if (clear > 0) {
            session.timers.add(service.loop().every(clear, () -> clearIncrementalState(session)));
        }
    }

    private static void clearIncrementalState(ServiceSession session) {
        Map<ProducerEndpoint, List<Long>> targets = new HashMap<>();
        session.instances.stream()
                .filter(i -> i.isActive() && i.descriptor.getHandlesIncrementalStateClear())
                .forEach(i -> targets.computeIfAbsent(i.producer, p -> new ArrayList<>())
                        .add(i.id));
        targets.forEach((producer, ids) -> producer.client.clearIncrementalState(ids));
    }

    private void reportSlowStart(ServiceSession session) {
        TracingServiceEvent.DataSources.Builder slow = TracingServiceEvent.DataSources.newBuilder();
        session.instances.stream()
                .filter(i -> i.state == DataSourceInstance.State.STARTING)
                .limit(Limits.SOURCES_IN_EVENT)
                .forEach(i -> slow.addDataSource(ServicePacketFactory.source(i)));
        if (slow.getDataSourceCount() > 0 && session.consumer != null) {
            service.packets()
                    .writeEvent(session, TracingServiceEvent.newBuilder().setSlowStartingDataSources(slow), false);
        }
    }

    void checkAllStarted(ServiceSession session) {
        boolean areStarted = session.state == ServiceSessionState.STARTED
                && !session.isStartReported
                && session.instances.stream().allMatch(i -> i.state == DataSourceInstance.State.STARTED);
        if (areStarted) {
            session.isStartReported = true;
            service.packets()
                    .writeEvent(session, TracingServiceEvent.newBuilder().setAllDataSourcesStarted(true), false);
            if (session.consumer != null) {
                session.consumer.onAllStarted();
            }
        }
    }

    /// Ends a session after a final flush. Frees it if no consumer is attached.
    void flushAndDisable(ServiceSession session) {
        if (session.isFreed || session.isStopping) {
            return;
        }
        session.isStopping = true;
        service.flushes().start(session, 0, Limits.FLUSH_STOP, isSuccess -> {
            session.finalFlush =
                    isSuccess ? FinalFlushOutcome.FINAL_FLUSH_SUCCEEDED : FinalFlushOutcome.FINAL_FLUSH_FAILED;
            if (session.isFreed) {
                return;
            }
            disable(session);
        });
    }

    /// Stops all data sources and ends the session when they have stopped.
    void disable(ServiceSession session) {
        if (session.state == ServiceSessionState.CONFIGURED) {
            onDisabled(session);
            return;
        }
        if (session.state != ServiceSessionState.STARTED) {
            return;
        }
        service.setState(session, ServiceSessionState.STOPPING);
        session.cancelTimers();
        for (DataSourceInstance instance : List.copyOf(session.instances)) {
            if (!instance.isActive()) {
                continue;
            }
            instance.state = DataSourceInstance.State.STOPPING;
            instance.producer.client.stopDataSource(instance.id);
            if (!instance.descriptor.getWillNotifyOnStop()) {
                service.markStopped(session, instance);
            }
        }
        session.timers.add(service.loop().after(session.stopTimeoutMs(), () -> {
            session.instances.stream()
                    .filter(i -> i.state == DataSourceInstance.State.STOPPING)
                    .forEach(i -> service.markStopped(session, i));
            checkAllStopped(session);
        }));
        checkAllStopped(session);
    }

    void checkAllStopped(ServiceSession session) {
        boolean areStopped = session.state == ServiceSessionState.STOPPING
                && session.instances.stream().noneMatch(i -> i.state == DataSourceInstance.State.STOPPING);
        if (areStopped) {
            onDisabled(session);
        }
    }

    private void onDisabled(ServiceSession session) {
        session.cancelTimers();
        service.scrape(session);
        service.setState(session, ServiceSessionState.DISABLED);
        service.packets().writeEvent(session, TracingServiceEvent.newBuilder().setTracingDisabled(true), true);
        session.areStatsDue = true;
        session.isSyncMarkerDue = true;
        service.flushes().abort(session);
        finishFile(session);
        if (session.consumer != null) {
            session.consumer.client().onTracingDisabled(session.error);
        } else if (session.detachKey != null) {
            free(session);
        }
    }

    private void writeFile(ServiceSession session) {
        SessionFile file = session.file;
        if (file == null || session.isFreed) {
            return;
        }
        try {
            SessionReader.Batch batch;
            do {
                batch = reader.read(session, Limits.FILE_BATCH_BYTES);
                if (!file.append(batch.packets())) {
                    closeFile(session);
                    disable(session);
                    return;
                }
            } while (batch.hasMore());
            if (session.config.getFflushPostWrite() == TraceConfig.FFlushMode.FFLUSH_ENABLED) {
                file.sync();
            }
        } catch (IOException e) {
            service.report(e);
            session.error = ServiceErrors.cantWrite(String.valueOf(e.getMessage()));
            closeFile(session);
            disable(session);
        }
    }

    private void finishFile(ServiceSession session) {
        writeFile(session);
        closeFile(session);
    }

    private void closeFile(ServiceSession session) {
        SessionFile file = session.file;
        session.file = null;
        if (file == null) {
            return;
        }
        try (file) {
            file.sync();
        } catch (IOException e) {
            service.report(e);
        }
    }

    /// Ends a session immediately and discards its data.
    void free(ServiceSession session) {
        free(session, null);
    }

    private void free(ServiceSession session, @Nullable String error) {
        if (session.isFreed) {
            return;
        }
        boolean isLive = !session.isClone() && session.state != ServiceSessionState.DISABLED;
        for (DataSourceInstance instance : session.instances) {
            if (instance.isActive()) {
                instance.producer.client.stopDataSource(instance.id);
            }
        }
        if (session.state == ServiceSessionState.STARTED || session.state == ServiceSessionState.STOPPING) {
            service.setState(session, ServiceSessionState.DISABLED);
            service.scrape(session);
            session.areStatsDue = true;
            finishFile(session);
        }
        closeFile(session);
        session.isFreed = true;
        session.cancelTimers();
        service.flushes().abort(session);
        List.copyOf(session.clones).forEach(c -> c.abort().run());
        service.removeSession(session);
        ConsumerEndpoint owner = session.consumer;
        session.consumer = null;
        if (owner != null) {
            owner.detachFromSession();
            if (isLive || error != null) {
                owner.client().onTracingDisabled(error);
            }
        }
    }
}
