package traceglass.app.window.frame;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.scene.Scene;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.render.TimelineView;

@ExtendWith(ApplicationExtension.class)
class FirstFramesTest {

    private final Pane root = new Pane();

    @Start
    void start(Stage stage) {
        stage.setScene(new Scene(root, 300, 200));
        stage.show();
    }

    @Test
    void completesSomePulsesAfterTheRequest() throws Exception {
        CompletableFuture<Void> painted = WaitForAsyncUtils.asyncFx(() -> {
                    CompletableFuture<Void> next = FirstFrames.next();
                    assertFalse(next.isDone());
                    return next;
                })
                .get(60, TimeUnit.SECONDS);
        painted.get(60, TimeUnit.SECONDS);
        assertTrue(painted.isDone());
    }

    @Test
    void completesAfterATimeLimitIfTheTimelineIsNotShown() throws Exception {
        CompletableFuture<Void> painted = WaitForAsyncUtils.asyncFx(() -> FirstFrames.timeline(new TimelineView()))
                .get(60, TimeUnit.SECONDS);
        painted.get(60, TimeUnit.SECONDS);
        assertTrue(painted.isDone());
    }
}
