"use strict";

/** The first code that runs takes the token out of the address, so that no bookmark and no reload sends it anywhere. */
let tokenGiven = /^#(?:token=)?([0-9a-f]{64})$/.exec(location.hash)?.[1];
if (tokenGiven) history.replaceState(null, "", `${location.pathname}#/add`);

/** No policy covers these connections, which the page does not need. */
delete globalThis.RTCPeerConnection;
delete globalThis.webkitRTCPeerConnection;
