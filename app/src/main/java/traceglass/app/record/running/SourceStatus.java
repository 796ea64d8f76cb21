package traceglass.app.record.running;

import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.SourceState;

/// Status of a data source as shown during and after a recording.
///
/// @param level determines icon and color
/// @param text short description
public record SourceStatus(Level level, String text) {

    /// Severity of a status.
    public enum Level {
        GOOD("check", "tg-ok", "tg-ok-text"),
        BAD("warn", "tg-warn", "tg-warn-text"),
        NEUTRAL("clock", "tg-text-3", "tg-text-3");

        private final String icon;
        private final String iconStyle;
        private final String textStyle;

        Level(String icon, String iconStyle, String textStyle) {
            this.icon = icon;
            this.iconStyle = iconStyle;
            this.textStyle = textStyle;
        }

        /// Name of the icon.
        public String icon() {
            return icon;
        }

        /// Style class of the icon.
        public String iconStyle() {
            return iconStyle;
        }

        /// Style class of the text.
        public String textStyle() {
            return textStyle;
        }
    }

    /// Returns the status of one of the data sources of a recording.
    public static SourceStatus of(SourceState source, SessionView view) {
        SourceState.Phase phase = source.phase();
        boolean isRecorded = phase == SourceState.Phase.RECORDING || phase == SourceState.Phase.STOPPED;
        if (view.state() == SessionState.FAILED && isRecorded) {
            // The last statistics of the target don't show which data arrived.
            return new SourceStatus(
                    Level.BAD, RunningTexts.interrupted(phase == SourceState.Phase.STOPPED, view.fileBytes() > 0));
        }
        // The service counts losses per buffer; data sources that share a buffer share its losses.
        long losses = source.buffer() < view.buffers().size()
                ? view.buffers().get(source.buffer()).lostPackets()
                : 0;
        // Stopped while others continue, for example because of missing permissions.
        boolean isEarly = phase == SourceState.Phase.STOPPED && view.state() == SessionState.RECORDING;
        boolean isGood = isRecorded && losses == 0 && !isEarly;
        // A data source that is still waiting at the end of the recording never starts.
        boolean hasNeverStarted = phase == SourceState.Phase.FAILED
                || phase == SourceState.Phase.WAITING && view.state().isFinal();
        boolean isBad = !isGood && (isRecorded || hasNeverStarted || phase == SourceState.Phase.ABSENT);
        return new SourceStatus(
                isGood ? Level.GOOD : isBad ? Level.BAD : Level.NEUTRAL,
                RunningTexts.sourceState(
                        phase, hasNeverStarted, isEarly, view.buffers().isEmpty() ? -1 : losses));
    }
}
