-- Interactions in system apps that must be smooth: their frames, and functions that find the slices to blame.

SELECT RUN_METRIC('android/jank/android_jank_cuj_init.sql');
