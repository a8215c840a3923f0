import type { InspectionView } from "../../api/server/measures.js";
import type { Inspected } from "../../core/index.js";

/** Core's arrays are readonly; an answer is plain. */
export const presentInspection = (inspected: Inspected): InspectionView => inspected as object as InspectionView;
