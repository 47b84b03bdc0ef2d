#pragma once
// What operations do: one function for each action of operations.json. The stages before have found
// the records and checked the request.

#include "mock_server/engine/request_context.hpp"

namespace plumbline::mock {

[[nodiscard]] EngineResponse perform(RequestContext& context, const CreateRecord& action);
[[nodiscard]] EngineResponse perform(RequestContext& context, const ReadRecord& action);
[[nodiscard]] EngineResponse perform(RequestContext& context, const ListRecords& action);
[[nodiscard]] EngineResponse perform(RequestContext& context, const PatchRecord& action);
[[nodiscard]] EngineResponse perform(RequestContext& context, const DeleteRecord& action);
/// Sends an event to the record's machine; the body is not stored.
[[nodiscard]] EngineResponse perform(RequestContext& context, const SendEvent& action);
[[nodiscard]] EngineResponse perform(RequestContext& context, const GenerateValues& action);
/// Accepts a request to an issued URL, e.g. an upload. The content is not stored.
[[nodiscard]] EngineResponse perform(RequestContext& context, const ConsumeUrl& action);
/// Starts a run and streams it.
[[nodiscard]] EngineResponse perform(RequestContext& context, const StreamRun& action);
/// Starts a run without a reader.
[[nodiscard]] EngineResponse perform(RequestContext& context, const StartRun& action);
/// Replaces a record; only of a user's document.
[[nodiscard]] EngineResponse perform(RequestContext& context, const ReplaceRecord& action);
/// Responds with an example of a user's document.
[[nodiscard]] EngineResponse perform(RequestContext& context, const RespondExample& action);
/// Streams a running run.
[[nodiscard]] EngineResponse perform(RequestContext& context, const JoinRun& action);

/// Returns the query for the requested page of a list; it lives as long as `context`.
[[nodiscard]] RecordQuery page_of(const RequestContext& context, const ListRecords& action);

}  // namespace plumbline::mock
