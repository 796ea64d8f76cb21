package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.testing.SharedTestTrace;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.protos.extension.FrameworksBaseTracePacket;
import traceglass.protos.extension.VideoFrame;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// Tests the player of screenshots and video frames.
class PlayerTest extends WindowScenario {

    private static final int[] COLORS = {0xFFFF0000, 0xFF00FF00, 0xFF0000FF};
    private static final long FRAME_NS = 200_000_000;

    /// Writes a trace with a video of three pictures, each of one color.
    private Path video(String format) throws IOException {
        Trace.Builder trace = Trace.newBuilder();
        for (int i = 0; i < COLORS.length; i++) {
            BufferedImage picture = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
            for (int p = 0; p < 40 * 30; p++) {
                picture.setRGB(p % 40, p / 40, COLORS[i]);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ImageIO.write(picture, format, bytes);
            trace.addPacket(packet(1_000_000_000 + i * FRAME_NS, bytes.toByteArray()));
        }
        return Files.write(folder.resolve("video.pftrace"), trace.build().toByteArray());
    }

    private static TracePacket packet(long ts, byte[] picture) {
        return TracePacket.newBuilder()
                .setTimestamp(ts)
                .setTrustedPacketSequenceId(1)
                .setExtension(
                        FrameworksBaseTracePacket.videoFrame,
                        VideoFrame.newBuilder()
                                .setDisplayName("inner")
                                .setAuData(ByteString.copyFrom(picture))
                                .build())
                .build();
    }

    private Image picture(FxRobot robot) {
        return FxSupply.get(
                () -> robot.lookup("#player-picture").queryAs(ImageView.class).getImage());
    }

    private String position(FxRobot robot) {
        return FxSupply.get(
                () -> robot.lookup("#player-position").queryAs(Label.class).getText());
    }

    /// Waits until a picture of this color, or almost this color because of JPEG, is shown.
    private void waitForColor(FxRobot robot, int argb) throws Exception {
        WindowFixture.waitFor(() -> {
            Image image =
                    robot.lookup("#player-picture").queryAs(ImageView.class).getImage();
            return image != null && isNear(image.getPixelReader().getArgb(20, 15), argb);
        });
    }

    private static boolean isNear(int a, int b) {
        return Math.abs((a >> 16 & 255) - (b >> 16 & 255)) < 8
                && Math.abs((a >> 8 & 255) - (b >> 8 & 255)) < 8
                && Math.abs((a & 255) - (b & 255)) < 8;
    }

    @Test
    void theFrameAtThePointerIsShownAndTheVideoPlays(FxRobot robot) throws Exception {
        open(robot, video("png"));
        run(robot, "player.show");
        waitForColor(robot, COLORS[0]);
        long start = FxSupply.get(() -> view.bounds().start());
        robot.interact(() -> window.slot().navigation().timelineLink().setPointer(start + FRAME_NS + 1));
        waitForColor(robot, COLORS[1]);
        assertTrue(position(robot).startsWith("2 of 3  ·  "), position(robot));
        fire(robot, "#player-next");
        waitForColor(robot, COLORS[2]);
        Long mark = FxSupply.get(
                () -> window.slot().navigation().timelineLink().markProperty().get());
        assertEquals(start + 2 * FRAME_NS, mark, "the playhead is not on the timeline");

        robot.interact(() -> robot.lookup("#player-speed").queryComboBox().setValue(0.1));
        fire(robot, "#player-play");
        WindowFixture.waitFor(() -> position(robot).startsWith("2 of 3"));
        assertTrue(FxSupply.get(() -> window.context().work().isRunning()));
        waitForColor(robot, COLORS[2]);
        assertTrue(position(robot).startsWith("3 of 3"), position(robot));
        WindowFixture.waitFor(
                () -> robot.lookup("#player-play").query().getAccessibleText().equals("Play"));
        assertFalse(FxSupply.get(() -> window.context().work().isRunning()));
    }

    @Test
    void jpegFramesAreShown(FxRobot robot) throws Exception {
        open(robot, video("jpg"));
        run(robot, "player.show");
        fire(robot, "#player-next");
        waitForColor(robot, COLORS[1]);
    }

    @Test
    void anEncodedVideoIsExplained(FxRobot robot) throws Exception {
        Trace trace = Trace.newBuilder()
                .addPacket(packet(10, new byte[] {0, 0, 0, 1, 0x67}))
                .build();
        open(robot, Files.write(folder.resolve("h264.pftrace"), trace.toByteArray()));
        run(robot, "player.show");
        WindowFixture.waitFor(() -> robot.lookup("#player-message")
                .queryAs(Label.class)
                .getText()
                .startsWith("The video in this trace does not consist of"));
    }

    @Test
    void screenshotsPlay(FxRobot robot) throws Exception {
        open(robot, SharedTestTrace.require("json/lighthouse-amp.json.gz"));
        run(robot, "player.show");
        WindowFixture.waitFor(() -> picture(robot) != null);
        assertNotNull(picture(robot));
        assertTrue(position(robot).contains(" of 24  ·  "), position(robot));
    }

    @Test
    void tracesWithoutPicturesHaveNoPlayer(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        assertFalse(FxSupply.get(() -> window.slot().host().commands().run("player.show")));
    }
}
