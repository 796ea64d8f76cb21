package traceglass.ingest.ftrace.family;

import java.util.Arrays;
import java.util.function.LongFunction;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.ftrace.DpuDispDpuLineUnderrunFtraceEvent;
import traceglass.protos.ftrace.DpuDispDpuUnderrunFtraceEvent;
import traceglass.protos.ftrace.DpuDispFrameDoneTimeoutFtraceEvent;
import traceglass.protos.ftrace.DpuDispVblankIrqEnableFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GoogleIccEventFtraceEvent;
import traceglass.protos.ftrace.GoogleIrmEventFtraceEvent;
import traceglass.protos.ftrace.GramCollisionFtraceEvent;
import traceglass.protos.ftrace.PanelSettingsFullFtraceEvent;
import traceglass.protos.ftrace.PanelSettingsLiteFtraceEvent;

/// Handles display events of Pixel phones: frame errors and panel settings, as instants on a track per display or
/// panel.
final class DisplayEvents extends EventFamily {

    private static final Dimension DISPLAY = Dimension.ofInt("display_id");
    private static final Dimension PANEL = Dimension.ofInt("panel_index");
    private static final TrackType VBLANK_IRQ = TrackType.slices("disp_vblank_irq_enable", DISPLAY);
    private static final TrackType INTERCONNECT = TrackType.slices("interconnect_events");

    DisplayEvents(ImportContext context) {
        super(context);
    }

    private record Arg(String name, int field, ArgSetBuilder.Type type) {

        static Arg number(String name, int field) {
            return new Arg(name, field, ArgSetBuilder.Type.INT);
        }

        static Arg bool(String name, int field) {
            return new Arg(name, field, ArgSetBuilder.Type.BOOL);
        }
    }

    /// Instants of one kind.
    ///
    /// @param owner number of the field with the display or panel number
    private record Instant(TrackType type, LongFunction<String> track, String name, int owner, Arg... args) {}

    @Override
    protected void register(EventHandlers handlers) {
        on(
                handlers,
                FtraceEvent.DPU_DISP_DPU_UNDERRUN_FIELD_NUMBER,
                new Instant(
                        TrackType.slices("disp_dpu_underrun", DISPLAY),
                        n -> "underrun[" + n + "]",
                        "disp_dpu_underrun",
                        DpuDispDpuUnderrunFtraceEvent.ID_FIELD_NUMBER,
                        Arg.number("vsync_count", DpuDispDpuUnderrunFtraceEvent.VSYNC_COUNT_FIELD_NUMBER),
                        Arg.number("pending_frame", DpuDispDpuUnderrunFtraceEvent.FRAMES_PENDING_FIELD_NUMBER)));
        on(
                handlers,
                FtraceEvent.DPU_DISP_DPU_LINE_UNDERRUN_FIELD_NUMBER,
                new Instant(
                        TrackType.slices("disp_dpu_line_underrun", DISPLAY),
                        n -> "line_underrun[" + n + "]",
                        "disp_line_dpu_underrun",
                        DpuDispDpuLineUnderrunFtraceEvent.ID_FIELD_NUMBER,
                        Arg.number("vsync_count", DpuDispDpuLineUnderrunFtraceEvent.VSYNC_COUNT_FIELD_NUMBER),
                        Arg.number("frames_pending", DpuDispDpuLineUnderrunFtraceEvent.FRAMES_PENDING_FIELD_NUMBER)));
        onFrame(handlers, FtraceEvent.DPU_DISP_FRAME_START_TIMEOUT_FIELD_NUMBER, "frame_start_timeout");
        onFrame(
                handlers,
                FtraceEvent.DPU_DISP_FRAME_DONE_TIMEOUT_FIELD_NUMBER,
                "frame_done_timeout",
                Arg.number("during_disable", DpuDispFrameDoneTimeoutFtraceEvent.DURING_DISABLE_FIELD_NUMBER));
        onFrame(handlers, FtraceEvent.DPU_DISP_FRAME_START_MISSING_FIELD_NUMBER, "frame_start_missing");
        onFrame(handlers, FtraceEvent.DPU_DISP_FRAME_DONE_MISSING_FIELD_NUMBER, "frame_done_missing");
        registerPanels(handlers);
        handlers.on(FtraceEvent.DPU_DISP_VBLANK_IRQ_ENABLE_FIELD_NUMBER, this::handleVblankIrq);
        handlers.on(
                FtraceEvent.GOOGLE_ICC_EVENT_FIELD_NUMBER,
                e -> instant(
                        e,
                        interconnect(),
                        id("google_icc_event"),
                        e.stringId(GoogleIccEventFtraceEvent.EVENT_FIELD_NUMBER),
                        null));
        handlers.on(
                FtraceEvent.GOOGLE_IRM_EVENT_FIELD_NUMBER,
                e -> instant(
                        e,
                        interconnect(),
                        id("google_irm_event"),
                        e.stringId(GoogleIrmEventFtraceEvent.EVENT_FIELD_NUMBER),
                        null));
    }

    private void registerPanels(EventHandlers handlers) {
        on(
                handlers,
                FtraceEvent.GRAM_COLLISION_FIELD_NUMBER,
                new Instant(
                        TrackType.slices("ddic_underrun", PANEL),
                        n -> "ddic_underrun[" + n + "]",
                        "ddic_underrun",
                        GramCollisionFtraceEvent.PANEL_INDEX_FIELD_NUMBER,
                        Arg.number("collision_cnt", GramCollisionFtraceEvent.COLLISION_CNT_FIELD_NUMBER)));
        on(
                handlers,
                FtraceEvent.PANEL_SETTINGS_FULL_FIELD_NUMBER,
                new Instant(
                        TrackType.slices("panel_settings_full", PANEL),
                        n -> "panel_settings_full[" + n + "]",
                        "panel_settings_full",
                        PanelSettingsFullFtraceEvent.PANEL_INDEX_FIELD_NUMBER,
                        Arg.bool("hbm", PanelSettingsFullFtraceEvent.HBM_FIELD_NUMBER),
                        Arg.number("irc", PanelSettingsFullFtraceEvent.IRC_FIELD_NUMBER),
                        Arg.bool("h_pwm", PanelSettingsFullFtraceEvent.H_PWM_FIELD_NUMBER),
                        Arg.bool("fi_auto", PanelSettingsFullFtraceEvent.FI_AUTO_FIELD_NUMBER),
                        Arg.bool("fi_manual", PanelSettingsFullFtraceEvent.FI_MANUAL_FIELD_NUMBER),
                        Arg.bool("early_exit", PanelSettingsFullFtraceEvent.EARLY_EXIT_FIELD_NUMBER),
                        Arg.number("min_rr", PanelSettingsFullFtraceEvent.MIN_RR_FIELD_NUMBER),
                        Arg.number("max_rr", PanelSettingsFullFtraceEvent.MAX_RR_FIELD_NUMBER),
                        Arg.number("te_freq", PanelSettingsFullFtraceEvent.TE_FREQ_FIELD_NUMBER)));
        on(
                handlers,
                FtraceEvent.PANEL_SETTINGS_LITE_FIELD_NUMBER,
                new Instant(
                        TrackType.slices("panel_settings_lite", PANEL),
                        n -> "panel_settings_lite[" + n + "]",
                        "panel_settings_lite",
                        PanelSettingsLiteFtraceEvent.PANEL_INDEX_FIELD_NUMBER,
                        Arg.bool("vrr", PanelSettingsLiteFtraceEvent.VRR_FIELD_NUMBER),
                        Arg.number("min_rr", PanelSettingsLiteFtraceEvent.MIN_RR_FIELD_NUMBER),
                        Arg.number("max_rr", PanelSettingsLiteFtraceEvent.MAX_RR_FIELD_NUMBER),
                        Arg.number("te_freq", PanelSettingsLiteFtraceEvent.TE_FREQ_FIELD_NUMBER)));
    }

    private int interconnect() {
        return track(INTERCONNECT, id("Interconnect Events"));
    }

    /// Registers a frame event; all of them have the same fields.
    private void onFrame(EventHandlers handlers, int event, String name, Arg... extraArgs) {
        Arg[] args = Arrays.copyOf(
                new Arg[] {
                    Arg.number("display_id", DpuDispFrameDoneTimeoutFtraceEvent.DISPLAY_ID_FIELD_NUMBER),
                    Arg.number("output_id", DpuDispFrameDoneTimeoutFtraceEvent.OUTPUT_ID_FIELD_NUMBER),
                    Arg.number("frames_pending", DpuDispFrameDoneTimeoutFtraceEvent.FRAMES_PENDING_FIELD_NUMBER),
                    Arg.number("te_count", DpuDispFrameDoneTimeoutFtraceEvent.TE_COUNT_FIELD_NUMBER)
                },
                4 + extraArgs.length);
        System.arraycopy(extraArgs, 0, args, 4, extraArgs.length);
        on(
                handlers,
                event,
                new Instant(
                        TrackType.slices("disp_" + name, PANEL),
                        n -> name + "[" + n + "]",
                        name,
                        DpuDispFrameDoneTimeoutFtraceEvent.OUTPUT_ID_FIELD_NUMBER,
                        args));
    }

    private void on(EventHandlers handlers, int event, Instant kind) {
        handlers.on(event, e -> {
            long owner = e.asUint32(kind.owner());
            instant(
                    e,
                    track(kind.type(), id(kind.track().apply(owner)), owner),
                    NULL,
                    id(kind.name()),
                    args(e, kind.args()));
        });
    }

    private ArgsWriter args(KernelEvent e, Arg[] args) {
        return b -> {
            for (Arg arg : args) {
                int key = id(arg.name());
                b.add(
                        key,
                        key,
                        arg.type(),
                        arg.type() == ArgSetBuilder.Type.BOOL ? e.asBool(arg.field()) ? 1 : 0 : e.asLong(arg.field()));
            }
        };
    }

    private void handleVblankIrq(KernelEvent e) {
        long display = e.asUint32(DpuDispVblankIrqEnableFtraceEvent.OUTPUT_ID_FIELD_NUMBER);
        int track = track(VBLANK_IRQ, id("vblank_irq_en[" + display + "]"), display);
        if (e.asBool(DpuDispVblankIrqEnableFtraceEvent.ENABLE_FIELD_NUMBER)) {
            begin(
                    e,
                    track,
                    NULL,
                    id("disp_vblank_irq_enable"),
                    b -> b.addInt(id("display_id"), e.asInt(DpuDispVblankIrqEnableFtraceEvent.ID_FIELD_NUMBER))
                            .addInt(
                                    id("output_id"),
                                    e.asInt(DpuDispVblankIrqEnableFtraceEvent.OUTPUT_ID_FIELD_NUMBER)));
        } else {
            end(e, track);
        }
    }
}
