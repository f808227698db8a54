import { connect } from "./client.js";

connect();
