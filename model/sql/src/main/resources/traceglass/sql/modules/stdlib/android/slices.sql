-- Names of slices without their variable parts.

-- Name of a handler, without the `$…` of a lambda.
CREATE PERFETTO FUNCTION _remove_lambda_name(name STRING) RETURNS STRING AS
SELECT __intrinsic_strip_hex(str_split($name, '$', 0), 2);

-- Wake locks of epoll contain the number of the file they wait for.
CREATE PERFETTO FUNCTION _standardize_wakelock_slice_name(name STRING) RETURNS STRING AS
SELECT CASE
  WHEN regexp_matches($name, '^Wakelock\(epoll[dm]') AND contains($name, ':') THEN substr($name, 1, 15) || '<...>' || substr($name, instr($name, ':'))
  ELSE __intrinsic_strip_hex($name, 2)
END;

-- Names related to vsync.
CREATE PERFETTO FUNCTION _standardize_vsync_slice_name(name STRING) RETURNS STRING AS
SELECT CASE
  WHEN starts_with($name, 'beginFrame') THEN 'beginFrame <...>'
  WHEN starts_with($name, 'frameIsEarly') THEN 'frameIsEarly <...>'
  WHEN $name GLOB '*vsync*in*' THEN 'vsync in <...>'
  WHEN $name GLOB 'present for*vsyncIn*' THEN 'present for vsync in <...>'
  WHEN starts_with($name, 'wait for earliest present time') THEN 'wait for earliest present time <vsync>'
  WHEN starts_with($name, 'present for Common Panel') THEN 'present for Common Panel'
  WHEN starts_with($name, 'frameTimelineInfo') THEN 'frameTimelineInfo <...>'
  WHEN contains($name, 'setFrameTimelineInfo') THEN 'setFrameTimelineInfo <...>'
  WHEN contains($name, 'AChoreographer_vsyncCallback') THEN 'AChoreographer_vsyncCallback <...>'
  WHEN $name GLOB 'unsync-vsync-id=* isSfChoreo=false' THEN 'unsync-vsync-id=<...> isSfChoreo=false'
  WHEN $name GLOB 'unsync-vsync-id=* isSfChoreo=true' THEN 'unsync-vsync-id=<...> isSfChoreo=true'
  WHEN starts_with($name, 'Discarding old vsync') THEN 'Discarding old vsync'
  WHEN starts_with($name, 'setDisplayModePtr') THEN 'setDisplayModePtr'
  WHEN starts_with($name, 'adjusting vsync by') THEN 'adjusting vsync by <...>'
  WHEN starts_with($name, 'Not-Adjusting vsync by') THEN 'Not-Adjusting vsync by <...>'
  WHEN starts_with($name, 'dropping stale frameNumber') THEN 'dropping stale frameNumber <...>'
  WHEN starts_with($name, 'Sensor event from com.google.sensor.camera_vsync') THEN 'Sensor event from com.google.sensor.camera_vsync <...>'
  WHEN contains($name, 'DisplayInfo') THEN 'DisplayInfo <...>'
  WHEN starts_with($name, 'Choreographer#onVsync') THEN 'Choreographer#onVsync<...>'
  WHEN regexp_matches($name, '^(appSf|sf|app) alarm.*;.*VSYNC in') THEN str_split($name, ' ', 0) || ' alarm in <...>; vsync in <...>'
  WHEN starts_with($name, 'FT#') THEN 'FT#FrameTrackerEvent'
  WHEN contains($name, 'isVsyncValid') THEN 'isVsyncValid <...>'
  WHEN starts_with($name, 'onHardwareVsyncRequest') THEN 'onHardwareVsyncRequest <...>'
  WHEN starts_with($name, 'onComposerHalVsync') THEN 'onComposerHalVsync <...>'
  WHEN $name GLOB 'ensureMinFrameDurationIsKept*mNumVsyncsForFrame=*mPastExpectedPresentTimes.size()=*'
    THEN 'ensureMinFrameDurationIsKept mNumVsyncsForFrame=<...> mPastExpectedPresentTimes.size()=<...>'
  WHEN contains($name, 'lastVsyncDelta') THEN 'lastVsyncDelta=<...>'
  WHEN starts_with($name, 'mLastCommittedVsync in') THEN 'mLastCommittedVsync in <...>'
  ELSE __intrinsic_strip_hex($name, 2)
END;

-- Name under which similar slices can be aggregated: without numbers, addresses, and names of individual objects.
CREATE PERFETTO FUNCTION android_standardize_slice_name(name STRING) RETURNS STRING AS
SELECT CASE
  WHEN starts_with($name, 'monitor contention with') THEN 'monitor contention with <...>'
  WHEN starts_with($name, 'SuspendThreadByThreadId') THEN 'SuspendThreadByThreadId <...>'
  WHEN starts_with($name, 'LoadApkAssetsFd') THEN 'LoadApkAssetsFd <...>'
  WHEN starts_with($name, 'relayoutWindow') THEN 'relayoutWindow <...>'
  WHEN starts_with($name, 'android.os.Handler: kotlinx.coroutines') THEN 'CoroutineContinuation'
  WHEN starts_with($name, 'Choreographer#doFrame') THEN 'Choreographer#doFrame'
  WHEN starts_with($name, 'DrawFrames') THEN 'DrawFrames'
  WHEN regexp_matches($name, '^drawLayer \[.*\]') THEN substr($name, 1, instr($name, ']'))
  WHEN starts_with($name, 'Texture upload') THEN 'Texture upload'
  WHEN starts_with($name, 'AssetManager::OpenNonAsset') THEN 'AssetManager::OpenNonAsset <...>'
  WHEN starts_with($name, 'AssetManager::OpenXmlAsset') THEN 'AssetManager::OpenXmlAsset <...>'
  WHEN starts_with($name, 'AssetManager::OpenAsset') THEN 'AssetManager::OpenAsset <...>'
  WHEN contains($name, 'AssetInputStream') THEN 'AssetInputStream'
  WHEN starts_with($name, 'openTypedAssetFile') THEN 'openTypedAssetFile <...>'
  WHEN starts_with($name, 'LoadApkAssets') THEN 'LoadApkAssets <...>'
  WHEN contains($name, 'AssetLoader:') THEN 'AssetLoader: <...>'
  WHEN starts_with($name, 'JIT compiling') THEN 'JIT compiling'
  WHEN starts_with($name, 'requested config :') THEN 'requested config : <...>'
  WHEN $name GLOB '/data/app*.apk' THEN 'APK load'
  WHEN starts_with($name, 'OpenDexFilesFromOat') THEN 'OpenDexFilesFromOat'
  WHEN starts_with($name, 'Open oat file') THEN 'Open oat file'
  WHEN starts_with($name, 'Open dex file') THEN 'Open dex file'
  WHEN starts_with($name, 'VdexFile') THEN 'VdexFile'
  WHEN starts_with($name, 'GC: Wait For') THEN 'Garbage Collector'
  WHEN starts_with($name, 'prepareDispatchCycleLocked') THEN 'prepareDispatchCycleLocked <...>'
  WHEN starts_with($name, 'enqueueDispatchEntryAndStartDispatchCycleLocked') THEN 'enqueueDispatchEntryAndStartDispatchCycleLocked <...>'
  WHEN starts_with($name, 'Layers: ') THEN 'Layers: <...>'
  WHEN $name GLOB '* SurfaceView*(BLAST)#*' THEN substr($name, instr($name, 'SurfaceView'), instr($name, '#') - instr($name, 'SurfaceView'))
  WHEN starts_with($name, 'uid=') THEN 'uid = <...>'
  WHEN starts_with($name, 'wakeupap=') THEN 'wakeupap = <...>'
  WHEN starts_with($name, 'launchingActivity#') THEN 'launchingActivity#<...>'
  WHEN starts_with($name, 'updateUidStateUL') THEN 'updateUidStateUL <...>'
  WHEN regexp_matches($name, '^Wakelock\(epoll[dm]') THEN _standardize_wakelock_slice_name($name)
  WHEN starts_with($name, 'cpuhp') THEN 'cpuhp<...>'
  WHEN starts_with($name, 'atc') THEN 'atc<...>'
  WHEN regexp_matches($name, '^[0-9].* (Alarm|Wifi|Sensor):') THEN regexp_extract($name, '^[0-9].*? (Alarm|Wifi|Sensor):', 1) || ': <...>'
  WHEN contains($name, 'Cellular_data') THEN 'Cellular_data <...>'
  WHEN contains($name, 'GET_ACTIVITY_INFO ModemActivityInfo') THEN '<...>GET_ACTIVITY_INFO ModemActivityInfo <...>'
  WHEN starts_with($name, 'UNSOL_SIGNAL_STRENGTH') THEN 'UNSOL_SIGNAL_STRENGTH <...>'
  WHEN contains($name, 'GET_CELL_INFO_LIST') THEN '<...> GET_CELL_INFO_LIST <...>'
  WHEN contains($name, 'VOICE_REGISTRATION_STATE') THEN '<...> VOICE_REGISTRATION_STATE <...>'
  WHEN contains($name, 'DATA_REGISTRATION_STATE') THEN '<...> DATA_REGISTRATION_STATE <...>'
  WHEN starts_with($name, 'InputConsumer processing on ClientState') THEN 'InputConsumer processing on ClientState<...>'
  WHEN $name GLOB 'Transaction (Thread-*, *)' THEN 'Transaction (Thread-<...>,' || substr($name, instr($name, ','))
  WHEN $name GLOB 'Transaction (*, *)' THEN substr($name, 1, instr($name, ',') + 1) || '<...>)'
  WHEN $name GLOB 'Lock contention on* (*' THEN str_split($name, '(', 0) || '<...>'
  WHEN $name GLOB '*Handler: *$*' THEN _remove_lambda_name(substr($name, instr($name, 'Handler:')))
  WHEN $name GLOB '*.*.*: *$*' OR $name GLOB '*.*$*: #*' THEN 'Handler: ' || _remove_lambda_name($name)
  WHEN starts_with($name, 'deliverInputEvent') THEN 'deliverInputEvent <...>'
  WHEN contains(lower($name), 'vsync') THEN _standardize_vsync_slice_name($name)
  WHEN starts_with($name, 'StatsPull-') THEN $name
  ELSE __intrinsic_strip_hex($name, 2)
END;
