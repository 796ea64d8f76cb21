package traceglass.render.action;

import traceglass.render.model.TimelineModel;

/// Requests the frames of the visible tracks for the visible window.
public final class FrameRequests {

    private final TimelineModel model;
    private final Scrolling scrolling;
    private double screenScale = 1;
    private double exportScale;

    public FrameRequests(TimelineModel model, Scrolling scrolling) {
        this.model = model;
        this.scrolling = scrolling;
    }

    /// Sets the number of device pixels per px of the screen.
    public void setScreenScale(double scale) {
        screenScale = scale;
    }

    /// Sets the number of device pixels per px of a picture that is about to be drawn, or 0.
    public void setExportScale(double scale) {
        exportScale = scale;
    }

    public void send() {
        model.frames()
                .request(
                        scrolling.visibleNodes(),
                        scrolling.nearNodes(),
                        model.viewport(),
                        model.geometry().timeWidth() * Math.max(screenScale, exportScale),
                        model.bounds());
        model.frames().readAhead(scrolling.nearbyTracks());
    }
}
