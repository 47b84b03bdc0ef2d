#pragma once
// The callbacks and webhooks of users' documents: which follow an operation, and what they contain.

#include "mock_server/outgoing/outgoing_body.hpp"
#include "mock_server/outgoing/outgoing_sender.hpp"
#include "mock_server/outgoing/outgoing_spec.hpp"
#include "mock_server/outgoing/runtime_expression.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/document.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// All requests that the documents describe. Thread-safe: immutable.
class OutgoingRequests {
  public:
    /// Reads the callbacks and webhooks of all foreign documents, which it borrows, and after which
    /// operations webhooks are sent: `webhooks` of operations.json. Errors: kInvalid for a name
    /// that does not exist, with position.
    [[nodiscard]] static Result<OutgoingRequests> load(const Document& operations,
                                                       const Contract& contract);

    /// Returns whether the documents have neither callbacks nor webhooks.
    [[nodiscard]] bool empty() const { return callbacks_.empty() && webhooks_.empty(); }
    /// Returns whether requests follow a success of an operation.
    [[nodiscard]] bool follow(std::string_view operation_id) const;
    /// Returns the names of all webhooks.
    [[nodiscard]] std::vector<std::string> webhook_names() const;

    /// Returns the requests that follow a success: callbacks, and webhooks if there is a URL for
    /// them. One whose URL has no value or whose body cannot be made has the reason in `error`.
    [[nodiscard]] std::vector<OutgoingEntry> requests_after(std::string_view operation_id,
                                                            const AnsweredCall& answered,
                                                            const SubjectRecord& record,
                                                            const std::string& webhook_url) const;
    /// Returns the requests of a webhook. Errors: kNotFound for an unknown name.
    [[nodiscard]] Result<std::vector<OutgoingEntry>> webhook_requests(std::string_view name,
                                                                      const std::string& url) const;

  private:
    std::map<std::string, std::vector<OutgoingSpec>, std::less<>> callbacks_;  ///< by operation
    std::map<std::string, std::vector<OutgoingSpec>, std::less<>> webhooks_;   ///< by name
    /// The names of the webhooks that follow an operation.
    std::map<std::string, std::vector<std::string>, std::less<>> webhooks_after_;
};

/// What the requests of a mock are sent with; empty if its documents have none.
struct OutgoingService {
    std::shared_ptr<const OutgoingRequests> requests{};
    std::shared_ptr<OutgoingSender> sender{};
    std::string webhook_url{};  ///< "" if webhooks do not follow operations
};

}  // namespace plumbline::mock
