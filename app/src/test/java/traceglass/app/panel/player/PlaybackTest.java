package traceglass.app.panel.player;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.screenshots.PictureSequence;
import traceglass.analysis.screenshots.PictureSequence.Frame;
import traceglass.store.time.TimeSpan;

class PlaybackTest {

    private final PictureSequence sequence =
            new PictureSequence("", List.of(new Frame(100, 1, "a"), new Frame(200, 2, "a"), new Frame(400, 3, "a")));

    @Test
    void aPictureIsShownUntilTheNext() {
        int[][] expected = {{0, 0}, {100, 0}, {199, 0}, {200, 1}, {399, 1}, {400, 2}, {9999, 2}};
        for (int[] e : expected) {
            assertEquals(e[1], new Playback(sequence, e[0]).index(), "at " + e[0]);
        }
    }

    @Test
    void playsAtTheChosenSpeedToTheLastPicture() {
        Playback playback = new Playback(sequence, 150);
        playback.setSpeed(0.5);
        playback.start();
        assertTrue(playback.advance(100));
        assertEquals(200, playback.playhead());
        assertFalse(playback.advance(1000));
        assertEquals(400, playback.playhead());
        playback.start();
        assertEquals(100, playback.playhead(), "plays again from the start");
    }

    @Test
    void skipsTheTimeBeforeTheFirstPicture() {
        Playback playback = new Playback(sequence, 0);
        playback.start();
        assertEquals(100, playback.playhead());
    }

    @Test
    void stepsFromPictureToPicture() {
        Playback playback = new Playback(sequence, 250);
        playback.step(1);
        assertEquals(400, playback.playhead());
        playback.step(1);
        assertEquals(400, playback.playhead());
        playback.step(-2);
        assertEquals(100, playback.playhead());
        playback.step(-1);
        assertEquals(100, playback.playhead());
    }

    @Test
    void theViewFollowsThePlayheadOnlyIfItLeavesTheView() {
        Playback playback = new Playback(sequence, 250);
        assertEquals(new TimeSpan(200, 300), playback.follow(new TimeSpan(200, 300)));
        assertEquals(new TimeSpan(240, 340), playback.follow(new TimeSpan(100, 200)));
    }
}
