package traceglass.ingest.ftrace.family;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.track.CommonTrackTypes;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.ftrace.BclIrqTriggerFtraceEvent;
import traceglass.protos.ftrace.ClockEnableFtraceEvent;
import traceglass.protos.ftrace.ClockSetRateFtraceEvent;
import traceglass.protos.ftrace.DevfreqFrequencyFtraceEvent;
import traceglass.protos.ftrace.DevicePmCallbackEndFtraceEvent;
import traceglass.protos.ftrace.DevicePmCallbackStartFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.RpmStatusFtraceEvent;
import traceglass.protos.ftrace.SuspendResumeFtraceEvent;
import traceglass.protos.ftrace.SuspendResumeMinimalFtraceEvent;
import traceglass.protos.ftrace.WakeupSourceActivateFtraceEvent;

/// Handles device clocks and frequencies, wake locks, and suspend and resume.
final class PowerEvents extends EventFamily {

    private static final Dimension DEVICE = Dimension.ofString("linux_device");
    private static final TrackType CLOCK_STATE = TrackType.counter("clock_state", null, DEVICE);
    private static final TrackType DEVICE_FREQUENCY = TrackType.counter("linux_device_frequency", null, DEVICE);
    /// This type holds slices although it is a counter type, as in trace processor.
    private static final TrackType RUNTIME_PM = TrackType.counter("linux_rpm", null, DEVICE);
    private static final TrackType WAKE_LOCK =
            TrackType.slices("wakesource_wakelock", Dimension.ofString("wakelock_event"));
    private static final TrackType SUSPEND = TrackCompressor.compressed("suspend_resume");
    private static final TrackType SUSPEND_MINIMAL = TrackType.slices("suspend_resume_minimal");
    private static final TrackType BATTERY_LIMIT = TrackType.counter("bcl_irq", null, Dimension.ofString("bcl_key"));

    private static final int RPM_SUSPENDED = 2;

    private enum SuspendPhase {
        NONE,
        ENTERED,
        FREEZING
    }

    private final Map<Integer, Integer> wakeLocks = new HashMap<>();
    private final Set<Integer> activeDevices = new HashSet<>();
    private SuspendPhase suspendPhase = SuspendPhase.NONE;
    private int suspendEnterCookie;

    PowerEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.CLOCK_SET_RATE_FIELD_NUMBER, e -> {
            int name = e.stringId(ClockSetRateFtraceEvent.NAME_FIELD_NUMBER);
            setCounter(
                    e,
                    e.asUnsignedDouble(ClockSetRateFtraceEvent.STATE_FIELD_NUMBER),
                    track(CommonTrackTypes.CLOCK_FREQUENCY, id(255, text(name) + " Frequency"), name));
        });
        handlers.on(FtraceEvent.CLOCK_ENABLE_FIELD_NUMBER, this::handleClockState);
        handlers.on(FtraceEvent.CLOCK_DISABLE_FIELD_NUMBER, this::handleClockState);
        handlers.on(FtraceEvent.DEVFREQ_FREQUENCY_FIELD_NUMBER, this::handleDeviceFrequency);
        handlers.on(FtraceEvent.RPM_STATUS_FIELD_NUMBER, this::handleRuntimePower);
        handlers.on(FtraceEvent.WAKEUP_SOURCE_ACTIVATE_FIELD_NUMBER, this::handleWakeLock);
        handlers.on(FtraceEvent.WAKEUP_SOURCE_DEACTIVATE_FIELD_NUMBER, this::handleWakeUnlock);
        handlers.on(FtraceEvent.SUSPEND_RESUME_FIELD_NUMBER, this::handleSuspendStep);
        handlers.on(FtraceEvent.SUSPEND_RESUME_MINIMAL_FIELD_NUMBER, e -> {
            int track = track(SUSPEND_MINIMAL, id("Suspend/Resume Minimal"));
            if (e.asBool(SuspendResumeMinimalFtraceEvent.START_FIELD_NUMBER)) {
                begin(e, track, NULL, id("Suspended"), null);
            } else {
                end(e, track);
            }
        });
        handlers.on(FtraceEvent.DEVICE_PM_CALLBACK_START_FIELD_NUMBER, this::handleDeviceStart);
        handlers.on(
                FtraceEvent.DEVICE_PM_CALLBACK_END_FIELD_NUMBER,
                e -> end(
                        e,
                        suspendLanes()
                                .end(id(e.string(DevicePmCallbackEndFtraceEvent.DEVICE_FIELD_NUMBER) + " "
                                        + e.string(DevicePmCallbackEndFtraceEvent.DRIVER_FIELD_NUMBER)))));
        handlers.on(FtraceEvent.BCL_IRQ_TRIGGER_FIELD_NUMBER, this::handleBatteryLimit);
    }

    private String text(int name) {
        String text = context.strings().get(name);
        return text == null ? "" : text;
    }

    private void handleClockState(KernelEvent e) {
        int name = e.stringId(ClockEnableFtraceEvent.NAME_FIELD_NUMBER);
        setCounter(
                e,
                e.asUnsignedDouble(ClockEnableFtraceEvent.STATE_FIELD_NUMBER),
                track(CLOCK_STATE, id(255, text(name) + " State"), name));
    }

    private void handleDeviceFrequency(KernelEvent e) {
        int device = e.stringId(DevfreqFrequencyFtraceEvent.DEV_NAME_FIELD_NUMBER);
        // Names may start with an address, as in 17000000.devfreq_mif.
        int index = text(device).indexOf("devfreq_");
        String name = index < 0 ? "devfreq_" + text(device) : text(device).substring(index);
        setCounter(
                e,
                e.asUnsignedDouble(DevfreqFrequencyFtraceEvent.FREQ_FIELD_NUMBER),
                track(DEVICE_FREQUENCY, id(255, name), device));
    }

    /// Adds a device's power states as slices, except "suspended", the usual state of most devices.
    private void handleRuntimePower(KernelEvent e) {
        int track = track(RUNTIME_PM, NULL, e.stringId(RpmStatusFtraceEvent.NAME_FIELD_NUMBER));
        if (activeDevices.contains(track)) {
            end(e, track);
        }
        int status = e.asInt(RpmStatusFtraceEvent.STATUS_FIELD_NUMBER);
        if (status == RPM_SUSPENDED) {
            activeDevices.remove(track);
            return;
        }
        String name = switch (status) {
            case 0 -> "Active";
            case 1 -> "Resuming";
            case 3 -> "Suspending";
            default -> "Invalid State";
        };
        begin(e, track, NULL, id(name), null);
        activeDevices.add(track);
    }

    private int wakeLockTrack(int name) {
        return track(WAKE_LOCK, id(32, "Wakelock(" + text(name) + ")"), name);
    }

    private void handleWakeLock(KernelEvent e) {
        int name = e.stringId(WakeupSourceActivateFtraceEvent.NAME_FIELD_NUMBER);
        if (wakeLocks.merge(name, 1, Integer::sum) == 1) {
            begin(e, wakeLockTrack(name), NULL, id(32, "Wakelock(" + text(name) + ")"), null);
        }
    }

    private void handleWakeUnlock(KernelEvent e) {
        int name = e.stringId(WakeupSourceActivateFtraceEvent.NAME_FIELD_NUMBER);
        int locks = wakeLocks.getOrDefault(name, 0);
        wakeLocks.put(name, Math.max(0, locks - 1));
        if (locks == 1) {
            end(e, wakeLockTrack(name));
        }
    }

    private TrackCompressor.Lanes suspendLanes() {
        return context.compressor().lanes(SUSPEND, id("Suspend/Resume Latency"), null, null);
    }

    private void handleSuspendStep(KernelEvent e) {
        String action = e.string(SuspendResumeFtraceEvent.ACTION_FIELD_NUMBER);
        // For this action the value is the CPU, which may differ between begin and end.
        int value = action.equals("timekeeping_freeze") ? 0 : e.asInt(SuspendResumeFtraceEvent.VAL_FIELD_NUMBER);
        int name = id(64, action + "(" + value + ")");
        if (!e.asBool(SuspendResumeFtraceEvent.START_FIELD_NUMBER)) {
            end(e, suspendLanes().end(name));
            if (action.equals("suspend_enter")) {
                suspendPhase = SuspendPhase.NONE;
            } else if (action.equals("thaw_processes") && suspendPhase == SuspendPhase.FREEZING) {
                // Freezing failed; in this case, the kernel does not report the end of suspend_enter.
                end(e, suspendLanes().end(suspendEnterCookie));
                suspendPhase = SuspendPhase.NONE;
            }
            return;
        }
        if (action.equals("suspend_enter")) {
            suspendPhase = SuspendPhase.ENTERED;
            suspendEnterCookie = name;
        } else if (action.equals("freeze_processes") && suspendPhase == SuspendPhase.ENTERED) {
            suspendPhase = SuspendPhase.FREEZING;
        }
        int track = suspendLanes().begin(name);
        beginSuspend(e, track, name, "Main Kernel Suspend Event", NULL, NULL, NULL);
    }

    private void beginSuspend(KernelEvent e, int track, int name, String eventType, int device, int driver, int phase) {
        begin(
                e,
                track,
                NULL,
                name,
                b -> b.addUint(id("utid"), utid(e))
                        .addString(id("event_type"), id(eventType))
                        .addUint(id("cpu"), e.cpu())
                        .addString(id("device_name"), device)
                        .addString(id("driver_name"), driver)
                        .addString(id("callback_phase"), phase));
    }

    private void handleDeviceStart(KernelEvent e) {
        String device = e.string(DevicePmCallbackStartFtraceEvent.DEVICE_FIELD_NUMBER);
        String driver = e.string(DevicePmCallbackStartFtraceEvent.DRIVER_FIELD_NUMBER);
        int name = id(device + " " + driver);
        String phase = phase(
                e.string(DevicePmCallbackStartFtraceEvent.PM_OPS_FIELD_NUMBER),
                pmEvent(e.asInt(DevicePmCallbackStartFtraceEvent.EVENT_FIELD_NUMBER)));
        beginSuspend(e, suspendLanes().begin(name), name, "Device PM Suspend Event", id(device), id(driver), id(phase));
    }

    /// Returns the name of a `PM_EVENT_…` value (include/linux/pm.h of Linux).
    private static String pmEvent(int event) {
        return switch (event) {
            case 0x01 -> "freeze";
            case 0x02 -> "suspend";
            case 0x04 -> "hibernate";
            case 0x08 -> "quiesce";
            case 0x10 -> "resume";
            case 0x20 -> "thaw";
            case 0x40 -> "restore";
            case 0x80 -> "recover";
            default -> "(unknown PM event)";
        };
    }

    /// Returns the suspend or resume phase. The kernel leaves `pm_ops` empty in the first phase of suspend and
    /// in the last phase of resume.
    private static String phase(String pmOps, String event) {
        if (pmOps.isEmpty()) {
            return event.equals("suspend") ? "suspend:prepare" : event.equals("resume") ? "resume:complete" : event;
        }
        for (String phase : new String[] {"early", "late", "noirq"}) {
            if (pmOps.startsWith(phase)) {
                return event + ":" + phase;
            }
        }
        return event;
    }

    /// Handles throttling caused by a weak battery.
    private void handleBatteryLimit(KernelEvent e) {
        int throttle = e.asInt(BclIrqTriggerFtraceEvent.THROTTLE_FIELD_NUMBER);
        setLimit(e, "bcl_irq_id", throttle != 0 ? e.asInt(BclIrqTriggerFtraceEvent.ID_FIELD_NUMBER) : -1);
        setLimit(e, "bcl_irq_throttle", throttle);
        setLimit(e, "bcl_irq_cpu0", throttle != 0 ? e.asInt(BclIrqTriggerFtraceEvent.CPU0_LIMIT_FIELD_NUMBER) : 0);
        setLimit(e, "bcl_irq_cpu1", throttle != 0 ? e.asInt(BclIrqTriggerFtraceEvent.CPU1_LIMIT_FIELD_NUMBER) : 0);
        setLimit(e, "bcl_irq_cpu2", throttle != 0 ? e.asInt(BclIrqTriggerFtraceEvent.CPU2_LIMIT_FIELD_NUMBER) : 0);
        setLimit(e, "bcl_irq_tpu", throttle != 0 ? e.asInt(BclIrqTriggerFtraceEvent.TPU_LIMIT_FIELD_NUMBER) : 0);
        setLimit(e, "bcl_irq_gpu", throttle != 0 ? e.asInt(BclIrqTriggerFtraceEvent.GPU_LIMIT_FIELD_NUMBER) : 0);
        setLimit(e, "bcl_irq_voltage", e.asInt(BclIrqTriggerFtraceEvent.VOLTAGE_FIELD_NUMBER));
        setLimit(e, "bcl_irq_capacity", e.asInt(BclIrqTriggerFtraceEvent.CAPACITY_FIELD_NUMBER));
    }

    private void setLimit(KernelEvent e, String key, int value) {
        setCounter(e, value, track(BATTERY_LIMIT, id(key), id(key)));
    }
}
