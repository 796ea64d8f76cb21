-- Screenshots in the trace.

-- Slices that contain an image.
CREATE PERFETTO TABLE android_screenshots AS
SELECT s.id, s.ts, s.dur, s.name
FROM slice AS s
JOIN args AS a USING (arg_set_id)
WHERE s.name = 'Screenshot' AND s.category = 'android_screenshot' AND a.key = 'screenshot.jpg_image'
ORDER BY s.id;
