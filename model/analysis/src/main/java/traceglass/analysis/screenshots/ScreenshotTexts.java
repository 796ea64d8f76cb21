package traceglass.analysis.screenshots;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for screenshots.
final class ScreenshotTexts {

    private ScreenshotTexts() {}

    static String display(long id) {
        return tr("Display {0}", id);
    }

    static final String SCREENSHOTS = tr("Screenshots");
    static final String SCREENSHOT = tr("Screenshot");
    static final String SCREENSHOT_NUMBER = tr("Screenshot ");
}
