package traceglass.app.panel.player;

import traceglass.analysis.screenshots.PictureSequence;
import traceglass.store.time.TimeSpan;

/// Position of the playhead in a sequence.
final class Playback {

    private final PictureSequence sequence;
    private long playhead;
    private double speed = 1;

    Playback(PictureSequence sequence, long playhead) {
        this.sequence = sequence;
        this.playhead = playhead;
    }

    PictureSequence sequence() {
        return sequence;
    }

    long playhead() {
        return playhead;
    }

    void moveTo(long ts) {
        playhead = ts;
    }

    /// @param factor trace time per elapsed time
    void setSpeed(double factor) {
        speed = factor;
    }

    int index() {
        return sequence.indexAt(playhead);
    }

    /// Moves by whole pictures.
    void step(int pictures) {
        int next = Math.clamp((long) index() + pictures, 0, sequence.frames().size() - 1);
        playhead = sequence.frames().get(next).ts();
    }

    /// Prepares to play: from the playhead, or from the start if it is at the last picture. Time without a picture
    /// before the first one is skipped.
    void start() {
        boolean hasEnded = playhead >= last();
        playhead = hasEnded ? first() : Math.max(playhead, first());
    }

    /// Moves the playhead as time passes.
    ///
    /// @return whether there is more to play
    boolean advance(long elapsedNs) {
        playhead = Math.min(last(), playhead + Math.round(elapsedNs * speed));
        return playhead < last();
    }

    /// Returns the span to show so that the playhead is visible: the given one, or the next one of the same length.
    TimeSpan follow(TimeSpan visible) {
        if (playhead >= visible.start() && playhead <= visible.end()) {
            return visible;
        }
        long start = playhead - visible.durNs() / 10;
        return new TimeSpan(start, start + visible.durNs());
    }

    private long first() {
        return sequence.frames().getFirst().ts();
    }

    private long last() {
        return sequence.frames().getLast().ts();
    }
}
